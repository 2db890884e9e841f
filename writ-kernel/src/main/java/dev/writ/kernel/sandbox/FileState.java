// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// What one look says about a file: two equal ones mean that nothing happened to it in between. The
/// time of the last change of state is one that a program can't set (`inode(7)`, ctime).
///
/// @param mode kind and permissions, as the kernel has them
/// @param size in bytes
/// @param changed when its content or anything about it last changed
record FileState(int mode, long size, Id id, Instant changed) {
  /// Which file it is, whatever its name.
  record Id(long device, long number) {}

  private static final int KIND = 0170000;
  private static final int DIRECTORY = 0040000;
  private static final int REGULAR = 0100000;
  private static final int LINK = 0120000;

  /// What changed so shortly ago may change again at what its file system calls the same time.
  private static final Duration COARSE = Duration.ofMillis(100);

  /// Looks at a file, a link itself.
  static FileState of(Path path) throws IOException {
    Map<String, Object> is =
        Files.readAttributes(path, "unix:mode,size,dev,ino,ctime", NOFOLLOW_LINKS);
    if (is.get("mode") instanceof Integer mode
        && is.get("size") instanceof Long size
        && is.get("dev") instanceof Long device
        && is.get("ino") instanceof Long number
        && is.get("ctime") instanceof FileTime changed) {
      return new FileState(mode, size, new Id(device, number), changed.toInstant());
    }
    throw new IOException(path + ": this file system does not say enough about it");
  }

  boolean isDirectory() {
    return (mode & KIND) == DIRECTORY;
  }

  boolean isRegular() {
    return (mode & KIND) == REGULAR;
  }

  boolean isLink() {
    return (mode & KIND) == LINK;
  }

  int permissions() {
    return mode & ~KIND;
  }

  /// Whether every later change will show.
  boolean settled() {
    return changed.isBefore(Instant.now().minus(COARSE));
  }

  /// Whether nothing happened, where a directory's size and time, which change with what is in it,
  /// don't count.
  boolean isAs(FileState other) {
    return isDirectory() ? mode == other.mode : equals(other);
  }
}
