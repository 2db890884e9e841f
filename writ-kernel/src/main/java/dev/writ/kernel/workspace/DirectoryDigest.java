// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Everything in a directory that isn't large, as one hash: names, kinds and contents. Of secrets
/// only the size counts, so that none can be guessed.
public final class DirectoryDigest extends SimpleFileVisitor<Path> {
  private static final int MOST_FILES = 500;
  private static final long MOST_BYTES = 8 << 20;

  private final WorkspaceRoot root;
  private final WorkspacePath directory;
  private final Predicate<WorkspacePath> secret;
  private final Path top;
  private final SortedSet<String> lines = new TreeSet<>();
  private long bytes;

  private DirectoryDigest(
      WorkspaceRoot root, WorkspacePath directory, Predicate<WorkspacePath> secret) {
    this.secret = secret;
    this.root = root;
    this.directory = directory;
    this.top = root.reached(directory);
  }

  /// The hash; empty for a directory with more than 500 entries or 8 MiB, or an unreadable one.
  ///
  /// @param secret finds files of which only the size counts
  public static Optional<String> of(
      WorkspaceRoot root, WorkspacePath directory, Predicate<WorkspacePath> secret) {
    DirectoryDigest digest = new DirectoryDigest(root, directory, secret);
    try {
      Files.walkFileTree(digest.top, digest);
      boolean whole = digest.fits();
      return whole
          ? Optional.of(ContentHash.of(String.join("\n", digest.lines)))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private boolean fits() {
    return lines.size() <= MOST_FILES && bytes <= MOST_BYTES;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path entry, BasicFileAttributes is) {
    lines.add(top.relativize(entry) + "/");
    return fits() ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
  }

  @Override
  public FileVisitResult visitFile(Path entry, BasicFileAttributes is) throws IOException {
    String name = top.relativize(entry).toString();
    bytes += is.size();
    if (!fits()) {
      return FileVisitResult.TERMINATE;
    }
    lines.add(name + "\0" + content(WorkspacePath.of(directory + "/" + name), entry, is));
    return FileVisitResult.CONTINUE;
  }

  private String content(WorkspacePath place, Path entry, BasicFileAttributes is)
      throws IOException {
    if (is.isSymbolicLink()) {
      return "link " + Files.readSymbolicLink(entry);
    }
    if (!is.isRegularFile() || secret.test(place)) {
      return "other " + is.size();
    }
    return ContentHash.of(root.read(place, WorkspaceRoot.MAX_FILE_BYTES));
  }
}
