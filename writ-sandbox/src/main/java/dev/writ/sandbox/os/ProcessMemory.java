// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The memory of a process that waits for an answer. It may change at any time: a value is useful
/// only if the call is then performed here, with the value that was read.
public final class ProcessMemory {
  /// The longest name (PATH_MAX).
  private static final int MOST_NAME = 4096;

  private ProcessMemory() {}

  /// Reads so many bytes, or less where the memory ends.
  public static byte[] bytes(Os os, int pid, long address, int length) throws Os.SystemCallFailure {
    MemorySegment buffer = os.memory(length);
    MemorySegment here = os.memory(16);
    here.set(JAVA_LONG, 0, buffer.address());
    here.set(JAVA_LONG, 8, length);
    MemorySegment there = os.memory(16);
    there.set(JAVA_LONG, 0, address);
    there.set(JAVA_LONG, 8, length);
    long n = os.vmRead(pid, here.address(), there.address());
    if (n < 0) {
      throw new Os.SystemCallFailure("process_vm_readv", (int) -n);
    }
    return buffer.asSlice(0, n).toArray(JAVA_BYTE);
  }

  /// Reads a file's name, byte for byte, with the zero at its end.
  public static byte[] name(Os os, int pid, long address) throws Os.SystemCallFailure {
    final int tooLong = 36;
    // The name may lie at the end of what is readable: read up to a page's end first.
    final int page = 4096;
    int first = (int) (page - (address & (page - 1)));
    byte[] bytes = bytes(os, pid, address, first);
    for (int more = 0; more < 2; more++) {
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == 0) {
          return Arrays.copyOf(bytes, i + 1);
        }
      }
      if (bytes.length >= MOST_NAME || more > 0) {
        break;
      }
      byte[] rest = bytes(os, pid, address + bytes.length, page);
      byte[] whole = Arrays.copyOf(bytes, bytes.length + rest.length);
      System.arraycopy(rest, 0, whole, bytes.length, rest.length);
      bytes = whole;
    }
    throw new Os.SystemCallFailure("a name", tooLong);
  }
}
