// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import dev.writ.sandbox.filter.WatchedDescriptor;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/// Reads one stream to its end; the output goes to a [BoundedOutput], and to the live listener.
final class StreamPump implements WatchedDescriptor {
  private static final int CHUNK = 64 * 1024;

  private final int descriptor;
  private final BoundedOutput output;
  private final Consumer<byte[]> live;
  private final MemorySegment buffer;

  StreamPump(Os os, int descriptor, BoundedOutput output, Consumer<byte[]> live) {
    this.descriptor = descriptor;
    this.output = output;
    this.live = live;
    this.buffer = os.memory(CHUNK);
  }

  @Override
  public int descriptor() {
    return descriptor;
  }

  @Override
  public boolean ready(Os os, int events) throws IOException {
    long n = os.must(Syscall.READ, descriptor, buffer.address(), CHUNK);
    if (n == 0) {
      return false;
    }
    byte[] bytes = buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE);
    if (output.add(bytes)) {
      live.accept(bytes);
    }
    return true;
  }
}
