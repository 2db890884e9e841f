// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.lang.foreign.MemorySegment;

/// A stream socket with a port of this machine, to be connected to another one and handed to a
/// program. No call waits: it is used on the thread that keeps time limits.
public final class LoopbackSocket implements AutoCloseable {
  /// The connection is made, but not yet by the time of the answer (`errno(3)`).
  public static final int IN_PROGRESS = 115;

  private static final int STREAM = 1;
  private static final int O_NONBLOCK = 0x800;
  private static final int F_SETFL = 4;

  private final Os os;
  private final SocketFamily family;
  private final int descriptor;

  public LoopbackSocket(Os os, SocketFamily family) throws Os.SystemCallFailure {
    this.os = os;
    this.family = family;
    descriptor =
        (int) os.must(Syscall.SOCKET, family.number(), STREAM | Os.O_CLOEXEC | O_NONBLOCK, 0);
  }

  int descriptor() {
    return descriptor;
  }

  /// Takes a port.
  public int bind() throws Os.SystemCallFailure {
    MemorySegment own = family.loopback(os, 0);
    os.must(Syscall.BIND, descriptor, own.address(), family.bytes());
    MemorySegment length = os.memory(4);
    length.set(JAVA_INT, 0, family.bytes());
    os.must(Syscall.GETSOCKNAME, descriptor, own.address(), length.address());
    return (own.get(JAVA_BYTE, 2) & 0xFF) << 8 | (own.get(JAVA_BYTE, 3) & 0xFF);
  }

  /// Begins to connect to a port.
  ///
  /// @return what a program is answered whose own socket has these flags: 0, or for one that does
  ///     not wait, a negated [#IN_PROGRESS]. One that waits does so with its first read or write.
  public int connect(int port, int flags) throws Os.SystemCallFailure {
    long result =
        os.sys(Syscall.CONNECT, descriptor, family.loopback(os, port).address(), family.bytes());
    if (result < 0 && result != -IN_PROGRESS) {
      throw new Os.SystemCallFailure("connect", (int) -result);
    }
    os.must(Syscall.FCNTL, descriptor, F_SETFL, flags & O_NONBLOCK);
    return (flags & O_NONBLOCK) == 0 ? 0 : (int) result;
  }

  @Override
  public void close() {
    os.close(descriptor);
  }
}
