// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.file.WritableDirectories;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.snapshot.StatRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Git directories that a command moved, with their objects, which are not compared and kept
/// nowhere: they are moved back as they are, before anything in them is judged.
final class MovedRepositories {
  private static final String GIT = ".git";

  private final WorkspaceRoot root;
  private final Map<Long, WorkspacePath> homes = new HashMap<>();

  MovedRepositories(WorkspaceRoot root) {
    this.root = root;
  }

  /// One that isn't there any more.
  void gone(WorkspacePath path, StatRow was) {
    if (path.name().equals(GIT) && was.directory()) {
      homes.put(was.inode(), path);
    }
  }

  /// Moves a new directory back where it was, if it is one that is gone.
  ///
  /// @return whether it was moved
  boolean moveBack(WorkspacePath path, StatRow is) {
    WorkspacePath home = is.directory() ? homes.get(is.inode()) : null;
    if (home == null) {
      return false;
    }
    try (WritableDirectories opened = new WritableDirectories(root)) {
      opened.open(path);
      opened.open(home.parent());
      makeWay(home.parent());
      root.rename(path, home);
      return true;
    } catch (IOException _) {
      return false; // its parts are restored one by one
    }
  }

  /// Makes the directories again that lead to it. What stands there instead is the command's.
  private void makeWay(WorkspacePath directory) throws IOException {
    Path path = root.absolute(directory);
    if (directory.isRoot() || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    makeWay(directory.parent());
    Files.deleteIfExists(path);
    Files.createDirectory(path);
  }
}
