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

  /// On a file system without creation times, Java returns the time of the last change. Elsewhere
  /// both are the same only for what was just made, so directories above are asked, too.
  private boolean knowsBirths() {
    String device = device(root);
    for (Path at = root; at != null && device(at).equals(device); at = at.getParent()) {
      if (isBornBefore(at)) {
        return true;
      }
    }
    return false;
  }

  private static String device(Path path) {
    String key = attributes(path).map(found -> String.valueOf(found.fileKey())).orElse("");
    return key.substring(0, Math.max(0, key.indexOf(',')));
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
