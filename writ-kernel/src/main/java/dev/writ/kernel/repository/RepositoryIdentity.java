// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// Identifies the repository at a place: the directory itself and its Git directory, each by its
/// number in the file system and by when it was made. Another directory at the same path, or
/// another repository in the same directory, is another one.
///
/// It omits the number of the device: some file systems get another one at each mount.
public record RepositoryIdentity(Path root) {
  private static final String GIT = ".git";

  /// The identity that a person's consent is bound to: the path, and the directory there.
  public String text() {
    return root + "\n" + key(root) + "\n" + key(root.resolve(GIT));
  }

  private String key(Path path) {
    Optional<BasicFileAttributes> found = attributes(path);
    if (found.isEmpty()) {
      return "none";
    }
    String number = String.valueOf(found.get().fileKey()).replaceFirst("dev=\\w+,", "");
    return knowsBirths() ? number + " " + found.get().creationTime() : number;
  }

  /// On a file system without creation times, Java returns the time of the last change.
  private boolean knowsBirths() {
    Path parent = root.getParent();
    return isBornBefore(root) || (parent != null && isBornBefore(parent));
  }

  private static boolean isBornBefore(Path path) {
    return attributes(path)
        .filter(found -> !found.creationTime().equals(found.lastModifiedTime()))
        .isPresent();
  }

  private static Optional<BasicFileAttributes> attributes(Path path) {
    try {
      return Optional.of(
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
