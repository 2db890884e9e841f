// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.workspace;

import dev.writ.base.value.DisplayText;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Map;
import java.util.Optional;

/// Looks for a place of another owner or group than this process's. In a user namespace only these
/// two are known, and a layer can't copy a file of others (`EOVERFLOW`): no command on a view can
/// change it. For root there is nothing to be found: it needs no such namespace.
public final class UnmappedOwner extends SimpleFileVisitor<Path> {
  /// What programs say where they meet such a place (errno(3)).
  public static final String SYMPTOM = "alue too large for defined data type";

  /// How many places are looked at.
  private static final int MOST = 10_000;

  private static final String IDS = "unix:uid,gid";

  private final Path root;
  private final Map<String, Object> own;
  private Optional<String> found = Optional.empty();
  private int seen;

  private UnmappedOwner(Path root, Map<String, Object> own) {
    this.root = root;
    this.own = own;
  }

  /// What can't be changed in a workspace, and why, in a sentence; empty where nothing was found.
  public static Optional<String> in(Path root) {
    try {
      Map<String, Object> own = Files.readAttributes(Path.of("/proc/self"), IDS);
      return Integer.valueOf(0).equals(own.get("uid")) ? Optional.empty() : in(root, own);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
      return Optional.empty(); // no such system
    }
  }

  static Optional<String> in(Path root, Map<String, Object> own) throws IOException {
    UnmappedOwner look = new UnmappedOwner(root, own);
    Path _ = Files.walkFileTree(root, look);
    return look.found;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
      throws IOException {
    return look(directory);
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    return look(file);
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) {
    return FileVisitResult.CONTINUE;
  }

  private FileVisitResult look(Path place) throws IOException {
    if (!Files.readAttributes(place, IDS, LinkOption.NOFOLLOW_LINKS).equals(own)) {
      PosixFileAttributes is =
          Files.readAttributes(place, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      String name =
          place.equals(root) ? "the workspace" : DisplayText.named(root.relativize(place));
      found =
          Optional.of(
              "no command can change a file of another owner or group than the user's own, such as"
                  + " %s (%s:%s)".formatted(name, is.owner(), is.group()));
    }
    return found.isPresent() || ++seen >= MOST
        ? FileVisitResult.TERMINATE
        : FileVisitResult.CONTINUE;
  }
}
