// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The terminal of the process: its settings, its size, and its bytes (`termios(3)`, `poll(2)`).
/// One thread reads; writing is guarded by the caller.
///
/// All functions take at most four integers or addresses, so one method handle serves them: each
/// further shape would cost a cold start milliseconds.
@SuppressWarnings("restricted") // native access is what this class is for
public final class TerminalDevice {
  private static final int INPUT = 0;
  private static final int OUTPUT = 1;

  /// Larger than `struct termios` of Linux (60 bytes) and of macOS (72 bytes).
  private static final int SETTINGS_BYTES = 128;

  private static final int CHUNK_BYTES = 16 * 1024;
  private static final short READABLE = 1;
  private static final short WRITABLE = 4;
  private static final int INTERRUPTED = 4;
  private static final int AGAIN_LINUX = 11;
  private static final int AGAIN_BSD = 35;
  private static final int SUSPEND_LINUX = 20;
  private static final int SUSPEND_BSD = 18;
  private static final long WINDOW_SIZE_LINUX = 0x5413;
  private static final long WINDOW_SIZE_BSD = 0x40087468;

  /// Set the attributes after all output was sent (`TCSADRAIN`).
  private static final int DRAIN = 1;

  private static final boolean LINUX = System.getProperty("os.name", "").startsWith("Linux");
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO =
      STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private final Linker linker = Linker.nativeLinker();
  private final MethodHandle call = linker.downcallHandle(shape(), capture());
  private final Arena arena = Arena.ofAuto();
  private final MemorySegment before = arena.allocate(SETTINGS_BYTES);
  private final MemorySegment polled = arena.allocate(16, 8);
  private final MemorySegment readState = arena.allocate(STATE);
  private final MemorySegment writeState = arena.allocate(STATE);
  private final MemorySegment chunk = arena.allocate(CHUNK_BYTES);
  private final MemorySegment outgoing = arena.allocate(CHUNK_BYTES);
  private final MemorySegment pipe = arena.allocate(8, 8);
  private final MemorySegment read = function("read");
  private final MemorySegment write = function("write");
  private final MemorySegment poll = function("poll");

  private TerminalDevice() {}

  /// The terminal, where standard input and output both are one.
  ///
  /// @throws IOException where its settings can't be read
  public static Optional<TerminalDevice> open() throws IOException {
    TerminalDevice device = new TerminalDevice();
    MemorySegment isTerminal = device.function("isatty");
    if (device.call(isTerminal, INPUT, 0, 0) != 1 || device.call(isTerminal, OUTPUT, 0, 0) != 1) {
      return Optional.empty();
    }
    device.must("tcgetattr", INPUT, device.before.address(), 0);
    device.must("pipe", device.pipe.address(), 0, 0);
    return Optional.of(device);
  }

  private static FunctionDescriptor shape() {
    return FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  }

  private static Linker.Option capture() {
    return Linker.Option.captureCallState("errno");
  }

  private MemorySegment function(String name) {
    return linker
        .defaultLookup()
        .find(name)
        .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
  }

  private int call(MemorySegment function, long first, long second, long third) {
    return call(function, writeState, first, second, third);
  }

  private int call(
      MemorySegment function, MemorySegment state, long first, long second, long third) {
    try {
      // Functions that return an int leave the upper half of the register undefined.
      return (int) (long) call.invokeExact(function, state, first, second, third, 0L);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // a downcall throws nothing of its own
    }
  }

  private void must(String name, long first, long second, long third) throws IOException {
    if (call(function(name), first, second, third) < 0) {
      throw new IOException(name + ": error " + writeState.get(JAVA_INT, ERRNO));
    }
  }

  /// Delivers every key as it is typed, without echo, and sends output as it is (`cfmakeraw(3)`).
  ///
  /// @throws IOException where the terminal refuses
  public void raw() throws IOException {
    MemorySegment settings = arena.allocate(SETTINGS_BYTES);
    settings.copyFrom(before);
    int _ = call(function("cfmakeraw"), settings.address(), 0, 0); // returns nothing
    must("tcsetattr", INPUT, DRAIN, settings.address());
  }

  /// Restores the settings that [#open] found.
  ///
  /// @throws IOException where the terminal refuses
  public void restore() throws IOException {
    must("tcsetattr", INPUT, DRAIN, before.address());
  }

  /// The size in cells, columns first; nothing where the terminal doesn't know it.
  public Optional<int[]> size() {
    MemorySegment window = arena.allocate(8, 8);
    int result =
        LINUX
            ? call(function("ioctl"), OUTPUT, WINDOW_SIZE_LINUX, window.address())
            : variadic(window);
    int rows = Short.toUnsignedInt(window.get(JAVA_SHORT, 0));
    int columns = Short.toUnsignedInt(window.get(JAVA_SHORT, 2));
    return result < 0 || rows == 0 || columns == 0
        ? Optional.empty()
        : Optional.of(new int[] {columns, rows});
  }

  /// Arguments after the second are passed on the stack where the platform says so.
  private int variadic(MemorySegment window) {
    MethodHandle ioctl =
        linker.downcallHandle(
            function("ioctl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(2));
    try {
      return (int) ioctl.invokeExact(OUTPUT, WINDOW_SIZE_BSD, window.address());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /// Waits for typed bytes.
  ///
  /// @param into gets them
  /// @param timeout in milliseconds; negative for ever
  /// @return how many came; 0 after the timeout or [#wake], negative at the end of input
  public int read(byte[] into, int timeout) {
    waitsFor(0, INPUT, READABLE);
    waitsFor(1, pipe.get(JAVA_INT, 0), READABLE);
    if (call(poll, readState, polled.address(), 2, timeout) <= 0) {
      return 0; // timeout or a signal
    }
    if (polled.get(JAVA_SHORT, 14) != 0) {
      int _ = call(read, readState, pipe.get(JAVA_INT, 0), chunk.address(), 1);
      return 0;
    }
    int length = Math.min(into.length, CHUNK_BYTES);
    int n = call(read, readState, INPUT, chunk.address(), length);
    if (n < 0) {
      return isPassing(readState) ? 0 : -1;
    }
    MemorySegment.copy(chunk, JAVA_BYTE, 0, into, 0, n);
    return n == 0 ? -1 : n;
  }

  private void waitsFor(int index, int descriptor, short events) {
    polled.set(JAVA_INT, index * 8L, descriptor);
    polled.set(JAVA_SHORT, index * 8L + 4, events);
    polled.set(JAVA_SHORT, index * 8L + 6, (short) 0);
  }

  /// Suspends the processes of the terminal's foreground group, this one included; returns when it
  /// resumes.
  ///
  /// @throws IOException where that can't be
  public void suspend() throws IOException {
    must("kill", 0, LINUX ? SUSPEND_LINUX : SUSPEND_BSD, 0);
  }

  /// Has the thread in [#read] return.
  public void wake() {
    int _ = call(write, pipe.get(JAVA_INT, 4), before.address(), 1);
  }

  /// Writes bytes, all of them.
  ///
  /// @throws IOException where the terminal is gone
  public void write(byte[] bytes) throws IOException {
    int at = 0;
    while (at < bytes.length) {
      int length = Math.min(CHUNK_BYTES, bytes.length - at);
      MemorySegment.copy(bytes, at, outgoing, JAVA_BYTE, 0, length);
      int n = call(write, OUTPUT, outgoing.address(), length);
      if (n < 0 && !isPassing(writeState)) {
        throw new IOException("write: error " + writeState.get(JAVA_INT, ERRNO));
      }
      if (n < 0) {
        awaitRoom();
      }
      at += Math.max(n, 0);
    }
  }

  private void awaitRoom() {
    MemorySegment room = arena.allocate(8, 8);
    room.set(JAVA_INT, 0, OUTPUT);
    room.set(JAVA_SHORT, 4, WRITABLE);
    int _ = call(poll, room.address(), 1, 100);
  }

  private static boolean isPassing(MemorySegment state) {
    int errno = state.get(JAVA_INT, ERRNO);
    return errno == INTERRUPTED || errno == (LINUX ? AGAIN_LINUX : AGAIN_BSD);
  }
}
