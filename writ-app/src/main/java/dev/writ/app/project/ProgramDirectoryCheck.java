// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.app.project;

import dev.writ.kernel.policy.ProgramDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides whether programs of a directory may be run by name: only if no one but the person and
/// the system, and no command of a model, can put programs there.
///
/// @param home the person's home directory
/// @param workspace where commands write
public record ProgramDirectoryCheck(Path home, Path workspace) {
  /// Names of directories that hold the programs of an installation beside its libraries.
  private static final Set<String> OF_INSTALLATIONS = Set.of("bin", ".bin", "sbin", "shims");

  /// Directories below the home that hold more than one installation, and secrets.
  private static final List<String> SHARED = List.of(".local", ".config", ".cache");

  private static final int GROUP_WRITES = 0020;
  private static final int OTHERS_WRITE = 0002;
  private static final int STICKY = 01000;

  /// The result for one directory.
  public sealed interface DirectoryFinding {
    /// It may be used.
    record Usable(ProgramDirectory directory) implements DirectoryFinding {}

    /// It may not.
    record RefusedDirectory(String why) implements DirectoryFinding {}
  }

  /// Looks at a directory as it is now.
  public DirectoryFinding check(Path directory) {
    if (!directory.isAbsolute()) {
      return new DirectoryFinding.RefusedDirectory("is not an absolute path");
    }
    try {
      if (!Files.isDirectory(directory)) {
        return new DirectoryFinding.RefusedDirectory("is not a directory");
      }
      Path real = directory.toRealPath();
      Path root = workspace.toRealPath();
      if (real.startsWith(root) || directory.startsWith(workspace)) {
        return new DirectoryFinding.RefusedDirectory("lies in the workspace, where commands write");
      }
      Optional<String> writers = writers(real);
      if (writers.isPresent()) {
        return new DirectoryFinding.RefusedDirectory(writers.get());
      }
      List<Path> readable = new ArrayList<>(List.of(directory, real));
      installation(directory, root).ifPresent(readable::add);
      installation(real, root).ifPresent(readable::add);
      return new DirectoryFinding.Usable(
          new ProgramDirectory(directory, readable.stream().distinct().toList()));
    } catch (IOException | UnsupportedOperationException e) {
      return new DirectoryFinding.RefusedDirectory("cannot be read: " + e.getMessage());
    }
  }

  /// The users besides the person and root who can change the directory or one above it.
  private Optional<String> writers(Path real) throws IOException {
    Object person = Files.getAttribute(home.toRealPath(), "unix:uid");
    for (Path at = real; at != null; at = at.getParent()) {
      Object owner = Files.getAttribute(at, "unix:uid");
      if (!owner.equals(person) && !owner.equals(0)) {
        return Optional.of("belongs to another user (" + at + ")");
      }
      int mode = (int) Files.getAttribute(at, "unix:mode");
      boolean ofGroup =
          (mode & GROUP_WRITES) != 0 && !Files.getAttribute(at, "unix:gid").equals(owner);
      boolean kept = !at.equals(real) && (mode & STICKY) != 0;
      if (((mode & OTHERS_WRITE) != 0 || ofGroup) && !kept) {
        return Optional.of("can be written by other users (" + at + ")");
      }
    }
    return Optional.empty();
  }

  /// The installation that a directory of programs belongs to.
  private Optional<Path> installation(Path directory, Path root) {
    Path parent = directory.getParent();
    Path name = directory.getFileName();
    if (parent == null || name == null) {
      return Optional.empty();
    }
    boolean whole =
        parent.getNameCount() > 0
            && OF_INSTALLATIONS.contains(name.toString())
            && !home.startsWith(parent)
            && SHARED.stream().map(home::resolve).noneMatch(parent::equals)
            && !root.startsWith(parent);
    return whole ? Optional.of(parent) : Optional.empty();
  }
}
