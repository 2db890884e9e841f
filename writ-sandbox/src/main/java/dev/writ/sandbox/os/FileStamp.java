// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One observation of a file: two equal ones mean that the file did not change in between. A
/// program cannot set the time of the last status change (`inode(7)`, ctime).
///
/// @param mode kind and permissions, as the kernel has them
/// @param size in bytes
/// @param changed when its content or anything about it last changed
public record FileStamp(int mode, long size, Id id, Instant changed) {
  /// `struct statx` (`linux/stat.h`): its size, and what is wanted of it: kind, mode, time of the
  /// last change of state, number, size.
  private static final int STATX_BYTES = 256;

  private static final int BASIC = 0x383;
  private static final int NOFOLLOW_NO_AUTOMOUNT = 0x900;
  private static final int MOST_PLAIN = 0x7F;
  private static final int ENOENT = 2;
  private static final int ENOTDIR = 20;
  private static final long UNANSWERED = Long.MIN_VALUE;

  /// The file's identity, independent of its name.
  public record Id(long device, long number) {}

  /// Write permission of any user.
  public static final int ANY_WRITE = 0222;

  private static final int KIND = 0170000;
  private static final int DIRECTORY = 0040000;
  private static final int REGULAR = 0100000;
  private static final int LINK = 0120000;

  /// A file that changed so recently may change again within the same timestamp of its file system.
  private static final Duration COARSE = Duration.ofMillis(100);

  /// Looks at a file, a link itself.
  public static FileStamp of(Path path) throws IOException {
    FileStamp stamp = ifThere(path);
    return stamp == null ? asked(path) : stamp;
  }

  /// The same, or null where nothing can be seen there. Most places that are asked about are empty,
  /// and an exception takes longer than a look.
  static @Nullable public FileStamp ifThere(Path path) {
    try (Os os = new Os()) {
      return ifThere(os, path);
    }
  }

  /// The same for one of many.
  static @Nullable public FileStamp ifThere(Os os, Path path) {
    try {
      MemorySegment is = os.memory(STATX_BYTES);
      String name = path.toAbsolutePath().toString();
      boolean plain = name.chars().noneMatch(c -> c == 0 || c > MOST_PLAIN);
      long result = plain ? stat(os, name, is) : UNANSWERED;
      if (result == -ENOENT || result == -ENOTDIR) {
        return null;
      }
      if (result != 0 || (is.get(JAVA_INT, 0) & BASIC) != BASIC) {
        return asked(path); // only the JDK has a name's true bytes, and knows of older systems
      }
      return new FileStamp(
          is.get(JAVA_SHORT, 28) & 0xFFFF,
          is.get(JAVA_LONG, 40),
          new Id(device(is.get(JAVA_INT, 136), is.get(JAVA_INT, 140)), is.get(JAVA_LONG, 32)),
          Instant.ofEpochSecond(is.get(JAVA_LONG, 96), is.get(JAVA_INT, 104)));
    } catch (IOException _) {
      return null;
    }
  }

  /// Whether a file system keeps its files in memory only (`statfs(2)`, `tmpfs(5)`). Writes through
  /// a mapping that the program has read before change no time there.
  public static boolean isInMemory(Path path) {
    final long tmpfs = 0x01021994;
    final long ramfs = 0x858458F6L;
    try (Os os = new Os()) {
      MemorySegment is = os.memory(STATX_BYTES);
      os.sys(Syscall.STATFS, os.text(path.toString()).address(), is.address());
      long kind = is.get(JAVA_LONG, 0); // 0 where it doesn't say
      return kind == tmpfs || kind == ramfs;
    }
  }

  /// Waits until every later change shows, where the file system keeps only whole seconds (`ext3`,
  /// `ext4` with small inodes, file systems of a network): what changes twice within one looks the
  /// same. At once where it keeps parts of them.
  ///
  /// @param place something in that file system
  /// @throws InterruptedException if the wait is interrupted
  public static void awaitNextSecond(Path place) throws InterruptedException {
    FileStamp is = ifThere(place);
    if (is != null && is.changed().equals(is.changed().truncatedTo(ChronoUnit.SECONDS))) {
      final int behind = 20; // by so much the kernel's time of files may lag
      Thread.sleep(behind + 1000 - Instant.now().toEpochMilli() % 1000);
    }
  }

  private static long stat(Os os, String name, MemorySegment is) {
    return os.sys(
        Syscall.STATX,
        Os.AT_FDCWD,
        os.text(name).address(),
        NOFOLLOW_NO_AUTOMOUNT,
        BASIC,
        is.address());
  }

  /// As the C library writes it (`makedev(3)`).
  private static long device(int major, int minor) {
    return (major & 0xFFFL) << 8
        | (major & 0xFFFFF000L) << 32
        | (minor & 0xFFL)
        | (minor & 0xFFFFFF00L) << 12;
  }

  private static FileStamp asked(Path path) throws IOException {
    Map<String, Object> is =
        Files.readAttributes(path, "unix:mode,size,dev,ino,ctime", NOFOLLOW_LINKS);
    if (is.get("mode") instanceof Integer mode
        && is.get("size") instanceof Long size
        && is.get("dev") instanceof Long device
        && is.get("ino") instanceof Long number
        && is.get("ctime") instanceof FileTime changed) {
      return new FileStamp(mode, size, new Id(device, number), changed.toInstant());
    }
    throw new IOException(path + ": this file system does not report enough about it");
  }

  public boolean isDirectory() {
    return (mode & KIND) == DIRECTORY;
  }

  public boolean isRegular() {
    return (mode & KIND) == REGULAR;
  }

  public boolean isLink() {
    return (mode & KIND) == LINK;
  }

  public int permissions() {
    return mode & ~KIND;
  }

  /// Whether it is read-only for every user, so that its content does not change.
  public boolean isSealed() {
    return (mode & ANY_WRITE) == 0;
  }

  /// Whether every later change will show.
  public boolean settled() {
    return changed.isBefore(Instant.now().minus(COARSE));
  }

  /// Whether nothing happened, where a directory's size and time, which change with what is in it,
  /// don't count.
  public boolean isAs(FileStamp other) {
    return isDirectory() ? mode == other.mode : equals(other);
  }
}
