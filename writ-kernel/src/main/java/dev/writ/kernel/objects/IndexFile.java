// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.objects;

import dev.writ.kernel.repository.GitHead;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The index file of a repository, read again when it changed.
public final class IndexFile {
  private static final int MAX_BYTES = 512 * 1024 * 1024;

  private final Path root;
  private final GitHead head;
  private Optional<Known> known = Optional.empty();

  /// The index as it was read, and how its file looked then.
  private record Known(long modified, long sizeBytes, Object key, GitIndex index) {
    boolean is(BasicFileAttributes now) {
      return modified == now.lastModifiedTime().to(TimeUnit.NANOSECONDS)
          && sizeBytes == now.size()
          && key.equals(now.fileKey());
    }
  }

  /// @param root what its paths are relative to: the top of the work tree, or a directory in it
  public IndexFile(Path root, GitHead head) {
    this.root = root;
    this.head = head;
  }

  /// The tracked files now: the same object as long as the file is the same.
  public synchronized GitIndex now() {
    Optional<GitHead.Repository> repository = head.repository();
    if (repository.isEmpty()) {
      return GitIndex.NONE;
    }
    Path file = repository.get().directory().resolve("index");
    try {
      BasicFileAttributes now =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (known.isEmpty() || !known.get().is(now)) {
        known = Optional.of(read(file, now, repository.get().top()));
      }
      return known.get().index();
    } catch (IOException _) {
      return GitIndex.NONE; // nothing was added yet
    }
  }

  private Known read(Path file, BasicFileAttributes now, Path top) throws IOException {
    long modified = now.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    if (!now.isRegularFile() || now.size() > MAX_BYTES) {
      return new Known(modified, now.size(), key(now), GitIndex.NONE);
    }
    GitIndex index = GitIndex.read(Files.readAllBytes(file), modified, below(top, root));
    return new Known(modified, now.size(), key(now), index);
  }

  /// A directory of a work tree, with a `/` at its end, or nothing.
  static String below(Path top, Path directory) {
    String below = top.relativize(directory).toString();
    return below.isEmpty() ? "" : below + "/";
  }

  private static Object key(BasicFileAttributes attributes) {
    Object key = attributes.fileKey();
    return key == null ? attributes : key;
  }
}
