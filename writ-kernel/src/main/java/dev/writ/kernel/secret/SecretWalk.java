// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.sandbox.os.DirectoryHandle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// Looks for secret files by their names. No file is looked at, so that it costs no more than
/// listing directories.
final class SecretWalk {
  private static final int MAX_DEPTH = 64;

  /// Directories of downloaded or generated files: their contents are not the person's, and
  /// programs remove them.
  private static final Set<String> PASSED_OVER =
      Set.of(
          ".git",
          ".hg",
          ".svn",
          ".jj",
          ".writ",
          "node_modules",
          "bower_components",
          "site-packages",
          ".venv",
          "venv",
          ".tox",
          "__pycache__",
          ".gradle",
          "target",
          "build",
          "dist",
          "out",
          ".next");

  private final Path workspace;
  private final Set<WorkspacePath> found = new TreeSet<>();

  SecretWalk(Path workspace) {
    this.workspace = workspace;
  }

  /// Whether a path leads through a directory that walks pass over.
  static boolean isPassedOver(String path) {
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      if (isPassedOverName(path.substring(from, slash))) {
        return true;
      }
      from = slash + 1;
    }
    return false;
  }

  private static boolean isPassedOverName(String name) {
    return PASSED_OVER.contains(name) || PASSED_OVER.contains(name.toLowerCase(Locale.ROOT));
  }

  /// The findings so far.
  Set<WorkspacePath> found() {
    return found;
  }

  /// Lists a directory. A program cannot read an unreadable one either.
  void list(WorkspacePath at) {
    try (DirectoryHandle directory = DirectoryHandle.open(path(at))) {
      String folded = ProtectedNames.fold(at);
      for (DirectoryHandle.EntryName name : directory.names()) {
        add(at, folded, name);
      }
    } catch (IOException _) {
      // A program cannot read it either.
    }
  }

  /// Looks at everything below a directory.
  void below(WorkspacePath at) {
    try (DirectoryHandle directory = DirectoryHandle.open(path(at))) {
      walk(directory, at);
    } catch (IOException _) {
      // A program cannot read it either.
    }
  }

  private Path path(WorkspacePath at) {
    return at.isRoot() ? workspace : workspace.resolve(at.toString());
  }

  private void walk(DirectoryHandle directory, WorkspacePath at) throws IOException {
    String folded = ProtectedNames.fold(at);
    for (DirectoryHandle.EntryName name : directory.names()) {
      add(at, folded, name);
      if (name.mayBeDirectory()
          && !isPassedOverName(name.name())
          && at.segments().size() < MAX_DEPTH) {
        try (DirectoryHandle below = directory.child(name.name())) {
          walk(below, at.child(name.name()));
        } catch (IOException _) {
          // A program cannot read it either.
        }
      }
    }
  }

  private void add(WorkspacePath at, String folded, DirectoryHandle.EntryName name) {
    if (!name.isDirectory()
        && ProtectedNames.mayBeSecret(name.name(), folded)
        && name.name().indexOf('\uFFFD') < 0) {
      WorkspacePath place = at.child(name.name());
      if (ProtectedNames.isSecret(place)) {
        found.add(place);
      }
    }
  }
}
