// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/// Finds the root of a directory's project: the nearest directory, from there upwards, with `.writ`
/// or a Git repository; the directory itself if there is none. A home directory and the directories
/// above it are never a project's root for their content, nor is a directory of another user: any
/// user can put a `.git` into `/tmp`.
public final class ProjectRoot {
  private final Path home;

  /// @param home the person's home directory, whose `.writ` holds their own data
  public ProjectRoot(Path home) {
    this.home = home;
  }

  /// The root of the project that a directory belongs to.
  public Path of(Path directory) {
    Path start = directory.toAbsolutePath().normalize();
    try {
      Path real = start.toRealPath();
      Path own = Files.exists(home) ? home.toRealPath() : home;
      UserPrincipal owner = Files.getOwner(real);
      for (Path at = real; at != null && isOf(at, owner); at = at.getParent()) {
        if (own.startsWith(at)) {
          return start;
        }
        if (isRoot(at)) {
          return at;
        }
      }
    } catch (IOException _) {
      // An unreadable directory is not a project: the directory stands for itself.
    }
    return start;
  }

  /// The place of a directory below its project's root; empty for the root itself.
  public Optional<Path> below(Path directory) {
    try {
      Path root = of(directory).toRealPath();
      Path real = directory.toRealPath();
      return real.equals(root) ? Optional.empty() : Optional.of(root.relativize(real));
    } catch (IOException _) {
      return Optional.empty(); // what is gone is reported where the workspace is opened
    }
  }

  private static boolean isOf(Path directory, UserPrincipal owner) throws IOException {
    return Files.getOwner(directory).equals(owner);
  }

  private static boolean isRoot(Path directory) {
    return Files.isDirectory(directory.resolve(".writ"), LinkOption.NOFOLLOW_LINKS)
        || Files.isRegularFile(directory.resolve(".writ.json"))
        || Files.exists(directory.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
  }
}
