// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A stream socket with a port of this machine, to be connected to another one and handed to a
/// program. No call waits: it is used on the thread that keeps time limits.
///
/// It belongs to this machine's network, not to the program's, and `connect(2)` can take it off its
/// peer and lead it to another one. So it hears that one peer only, for ever: without an answer, no
/// connection is made, and no byte is sent. Where the kernel lets only root set that up, no
/// program connects anything itself: [OwnSocket] does, and never this.
public final class LoopbackSocket implements AutoCloseable {
  /// The connection is made, but not yet by the time of the answer (`errno(3)`).
  public static final int IN_PROGRESS = 115;

  private static final int STREAM = 1;
  private static final int O_NONBLOCK = 0x800;
  private static final int F_SETFL = 4;

  private static final int SOL_SOCKET = 1;
  private static final int SO_ATTACH_FILTER = 26;
  private static final int SO_LOCK_FILTER = 44;

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
    if (canHearOnlyOne()) {
      hearOnly(port);
    }
    long result =
        os.sys(Syscall.CONNECT, descriptor, family.loopback(os, port).address(), family.bytes());
    if (result < 0 && result != -IN_PROGRESS) {
      throw new Os.SystemCallFailure("connect", (int) -result);
    }
    os.must(Syscall.FCNTL, descriptor, F_SETFL, flags & O_NONBLOCK);
    return (flags & O_NONBLOCK) == 0 ? 0 : (int) result;
  }

  /// Whether the kernel lets this user decide what a socket hears.
  static boolean canHearOnlyOne() {
    return HearsOnlyOne.CAN;
  }

  /// Asked once, when it is needed.
  private static final class HearsOnlyOne {
    static final boolean CAN = can();

    private static boolean can() {
      try (Os own = new Os();
          LoopbackSocket tried = new LoopbackSocket(own, SocketFamily.INET)) {
        tried.hearOnly(1);
        return true;
      } catch (Os.SystemCallFailure _) {
        return false;
      }
    }
  }

  /// Drops each packet that another port or address sends, which nobody can change any more
  /// (`socket(7)`, SO_LOCK_FILTER): also the answer to a connection that the program begins itself,
  /// and the beginning of one that another process makes.
  private void hearOnly(int port) throws Os.SystemCallFailure {
    final int loadHalf = 0x28;
    final int loadWord = 0x20;
    final int ifEqual = 0x15;
    final int end = 0x06;
    final int source = -0x100000 + 12; // of IPv4, which the newer family writes as its own
    final int loopback = 0x7f000001;
    ByteBuffer code = ByteBuffer.allocate(6 * 8).order(ByteOrder.nativeOrder());
    instruction(code, loadHalf, 0, 0, 0);
    instruction(code, ifEqual, 0, 3, port);
    instruction(code, loadWord, 0, 0, source);
    instruction(code, ifEqual, 0, 1, loopback);
    instruction(code, end, 0, 0, -1);
    instruction(code, end, 0, 0, 0);
    MemorySegment program = os.memory(code.capacity());
    MemorySegment.copy(code.array(), 0, program, JAVA_BYTE, 0, code.capacity());
    MemorySegment header = os.memory(16);
    header.set(JAVA_SHORT, 0, (short) (code.capacity() / 8));
    header.set(JAVA_LONG, 8, program.address());
    set(SO_ATTACH_FILTER, header);
    MemorySegment on = os.memory(4);
    on.set(JAVA_INT, 0, 1);
    set(SO_LOCK_FILTER, on);
  }

  /// (`linux/filter.h`)
  private static void instruction(
      ByteBuffer code, int operation, int ifTrue, int ifFalse, int value) {
    code.putShort((short) operation).put((byte) ifTrue).put((byte) ifFalse).putInt(value);
  }

  private void set(int option, MemorySegment value) throws Os.SystemCallFailure {
    os.must(Syscall.SETSOCKOPT, descriptor, SOL_SOCKET, option, value.address(), value.byteSize());
  }

  @Override
  public void close() {
    os.close(descriptor);
  }
}
