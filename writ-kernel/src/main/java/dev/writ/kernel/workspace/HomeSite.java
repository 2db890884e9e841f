// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The position of the workspace relative to the person's home directory.
public final class HomeSite {
  private final Path root;
  private final Optional<Path> home;

  /// @param environment the variables that Writ was started with
  public HomeSite(WorkspaceRoot root, Map<String, String> environment) {
    this.root = root.path();
    this.home = home(environment.getOrDefault("HOME", ""));
  }

  private static Optional<Path> home(String written) {
    try {
      return written.startsWith("/")
          ? Optional.of(Path.of(written).toRealPath())
          : Optional.empty();
    } catch (IOException | InvalidPathException _) {
      return Optional.empty();
    }
  }

  /// Whether the home directory is the workspace or lies in it.
  public boolean isInside() {
    return home.filter(path -> path.startsWith(root)).isPresent();
  }

  /// The names from the home directory down to the workspace, where it lies below.
  public Optional<WorkspacePath> rootBelow() {
    return home.filter(path -> root.startsWith(path) && !root.equals(path))
        .map(path -> WorkspacePath.of(path.relativize(root).toString()));
  }
}
