// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where symbolic links lead, byte for byte: the JDK's paths lose slashes and what is no text.
public final class LinkTarget {
  private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");

  /// The longest target (`path_resolution(7)`).
  private static final int MOST_BYTES = 4096;

  private LinkTarget() {}

  /// The target of a link, as written.
  ///
  /// @param link the directories above it are followed
  /// @throws IOException where there is no link
  public static byte[] read(Path link) throws IOException {
    if (!LINUX) {
      return Files.readSymbolicLink(link).toString().getBytes(StandardCharsets.UTF_8);
    }
    try (Os os = new Os()) {
      MemorySegment target = os.memory(MOST_BYTES);
      long length =
          os.sys(
              Syscall.READLINKAT,
              Os.AT_FDCWD,
              os.text(link.toString()).address(),
              target.address(),
              MOST_BYTES);
      demand(length, link);
      return target.asSlice(0, length).toArray(JAVA_BYTE);
    }
  }

  /// Makes a link.
  ///
  /// @param link where nothing is yet; the directories above it are followed
  /// @param target where it leads, as written
  /// @throws IOException where it can't be made
  public static void make(Path link, byte[] target) throws IOException {
    if (!LINUX) {
      Files.createSymbolicLink(link, Path.of(new String(target, StandardCharsets.UTF_8)));
      return;
    }
    try (Os os = new Os()) {
      MemorySegment to = os.memory(target.length + 1L);
      MemorySegment.copy(target, 0, to, JAVA_BYTE, 0, target.length);
      long name = os.text(link.toString()).address();
      demand(os.sys(Syscall.SYMLINKAT, to.address(), Os.AT_FDCWD, name), link);
    }
  }

  private static void demand(long result, Path link) throws IOException {
    if (result < 0) {
      throw ErrorNames.failure(link.toString(), (int) -result);
    }
  }
}
