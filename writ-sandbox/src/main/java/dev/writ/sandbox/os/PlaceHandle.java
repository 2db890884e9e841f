// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;

/// The entry under a name of a directory at the time of opening, regardless of later changes of the
/// name: a file, a directory, or a link itself.
public final class PlaceHandle implements AutoCloseable {
  private static final int EAGAIN = 11;
  private static final int ENODATA = 61;
  private static final int EOPNOTSUPP = 95;
  private static final int F_SETSIG = 10;
  private static final int F_SETLEASE = 1024;
  private static final int F_RDLCK = 0;
  private static final int F_UNLCK = 2;
  private static final int SIGURG = 23;

  private final Os os;
  private final int descriptor;
  private final Look look;
  private final MemorySegment buffer;

  /// Looks at the place as it is now.
  @FunctionalInterface
  interface Look {
    /// The state of what a descriptor stands for.
    DirectoryEntry at(int descriptor) throws IOException;
  }

  /// @param buffer for one call at a time
  PlaceHandle(Os os, int descriptor, Look look, MemorySegment buffer) {
    this.buffer = buffer;
    this.os = os;
    this.descriptor = descriptor;
    this.look = look;
  }

  /// The state now.
  public DirectoryEntry entry() throws IOException {
    return look.at(descriptor);
  }

  /// The bytes of a file that is open for reading, at most so many.
  public byte[] bytes(int most) throws IOException {
    byte[] bytes = new byte[(int) Math.min(most, entry().size())];
    int length = 0;
    long read = 1;
    while (read > 0 && length < bytes.length) {
      long wanted = Math.min(buffer.byteSize(), bytes.length - length);
      read = demand(os.sys(Syscall.READ, descriptor, buffer.address(), wanted));
      MemorySegment.copy(buffer, JAVA_BYTE, 0, bytes, length, (int) read);
      length += (int) read;
    }
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /// Writes bytes to a file that is open for writing.
  public void write(byte[] bytes) throws IOException {
    for (int done = 0; done < bytes.length; ) {
      int length = (int) Math.min(buffer.byteSize(), bytes.length - done);
      MemorySegment.copy(bytes, done, buffer, JAVA_BYTE, 0, length);
      done += (int) demand(os.sys(Syscall.WRITE, descriptor, buffer.address(), length));
    }
  }

  /// Whether any process has the open file open for writing, or mapped so, as far as the system
  /// reports it: a lease that is granted only without writers is taken and released (fcntl(2),
  /// `F_SETLEASE`). For other users' files the answer is unknown.
  public boolean isOpenForWriting() {
    // A process that opens it at this moment waits for us, and we receive a signal that has no
    // effect.
    os.sys(Syscall.FCNTL, descriptor, F_SETSIG, SIGURG);
    boolean open = os.sys(Syscall.FCNTL, descriptor, F_SETLEASE, F_RDLCK) == -EAGAIN;
    os.sys(Syscall.FCNTL, descriptor, F_SETLEASE, F_UNLCK);
    return open;
  }

  /// Whether an open file has an extended attribute.
  public boolean hasAttribute(String name) {
    try (Os scratch = new Os()) {
      long attribute = scratch.text(name).address();
      return scratch.sys(Syscall.FGETXATTR, descriptor, attribute, 0, 0) >= 0;
    }
  }

  /// An extended attribute, also of what isn't open; empty where there is none.
  Optional<byte[]> attribute(String name) throws IOException {
    try (Os scratch = new Os()) {
      long place = scratch.text(path().toString()).address();
      long attribute = scratch.text(name).address();
      long room = buffer.byteSize();
      long length = scratch.sys(Syscall.GETXATTR, place, attribute, buffer.address(), room);
      return length == -ENODATA || length == -EOPNOTSUPP
          ? Optional.empty()
          : Optional.of(buffer.asSlice(0, demand(length)).toArray(JAVA_BYTE));
    }
  }

  /// Sets an extended attribute, also of what isn't open.
  void setAttribute(String name, byte[] value) throws IOException {
    try (Os scratch = new Os()) {
      long place = scratch.text(path().toString()).address();
      long attribute = scratch.text(name).address();
      MemorySegment.copy(value, 0, buffer, JAVA_BYTE, 0, value.length);
      demand(scratch.sys(Syscall.SETXATTR, place, attribute, buffer.address(), value.length, 0));
    }
  }

  /// Takes an extended attribute away; whether there was one makes no difference.
  public void removeAttribute(String name) {
    try (Os scratch = new Os()) {
      long place = scratch.text(path().toString()).address();
      scratch.sys(Syscall.REMOVEXATTR, place, scratch.text(name).address());
    }
  }

  /// Copies a file with its attributes, over another one.
  ///
  /// @param seen the file, as it was seen; where it is another one, or changes meanwhile, the copy
  ///     is worth nothing
  public void copy(DirectoryEntry seen, DirectoryHandle to, String name) throws IOException {
    demand(seen);
    Files.copy(
        path(),
        to.reached(name),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    demand(seen);
  }

  /// Whether two files have the same content.
  public boolean hasContentOf(PlaceHandle other) throws IOException {
    return entry().isFile() && other.entry().isFile() && Files.mismatch(path(), other.path()) < 0;
  }

  private long demand(long result) throws IOException {
    if (result < 0) {
      throw ErrorNames.failure(entry().name(), (int) -result);
    }
    return result;
  }

  private void demand(DirectoryEntry seen) throws IOException {
    DirectoryEntry now = entry();
    if (!now.isFile() || !now.stamp().equals(seen.stamp())) {
      throw new FileSystemException(seen.name(), null, "it changed meanwhile");
    }
  }

  /// A path by which this process reaches it, and nothing else, until it is closed.
  Path path() {
    return Path.of("/proc/self/fd/" + descriptor);
  }

  @Override
  public void close() {
    os.close(descriptor);
  }
}
