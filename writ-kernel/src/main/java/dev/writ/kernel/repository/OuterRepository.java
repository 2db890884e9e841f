// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.repository;

import dev.writ.kernel.protection.GitConfigText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the repository of a workspace that is a linked working tree, or a submodule: it lies
/// outside. It counts only where it names the workspace itself and is laid out as Git does it
/// (gitrepository-layout(5)): anybody may have written the file that leads there.
public final class OuterRepository {
  private static final String GIT = ".git";
  private static final String TREES = "worktrees";
  private static final int MAX_BYTES = 1 << 20;

  private OuterRepository() {}

  /// The directory that holds all of it; empty where it lies in the workspace, or is not known to
  /// be the workspace's.
  public static Optional<Path> of(Path workspace) {
    try {
      Optional<Path> found =
          new GitHead(workspace)
              .repository()
              .filter(one -> one.top().equals(workspace))
              .map(GitHead.Repository::directory);
      if (found.isEmpty() || found.get().startsWith(workspace)) {
        return Optional.empty();
      }
      Path git = found.get().toRealPath();
      Path common = GitHead.common(git).toRealPath();
      boolean own =
          common.equals(git)
              ? isSubmodule(git, workspace)
              : git.startsWith(common.resolve(TREES)) && isTree(git, workspace);
      return Optional.of(common).filter(_ -> own);
    } catch (IOException | InvalidPathException _) {
      return Optional.empty(); // nor does Git find it
    }
  }

  private static boolean isTree(Path git, Path workspace) throws IOException {
    Path back = git.resolve(text(git.resolve("gitdir")).strip());
    return Files.exists(back) && Files.isSameFile(back, workspace.resolve(GIT));
  }

  private static boolean isSubmodule(Path git, Path workspace) throws IOException {
    for (GitConfigText.GitConfigEntry entry : GitConfigText.entries(text(git.resolve("config")))) {
      if (entry.key().equals("core.worktree")) {
        Path back = git.resolve(entry.value());
        return Files.exists(back) && Files.isSameFile(back, workspace);
      }
    }
    return false;
  }

  private static String text(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
        ? Files.readString(file, StandardCharsets.ISO_8859_1)
        : "";
  }
}
