// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/// Reads one stream to its end; what is kept goes to a [Kept], and to whoever looks on.
final class Pump implements Watch {
  private static final int CHUNK = 64 * 1024;

  private final int descriptor;
  private final Kept kept;
  private final Consumer<byte[]> live;
  private final MemorySegment buffer;

  Pump(Os os, int descriptor, Kept kept, Consumer<byte[]> live) {
    this.descriptor = descriptor;
    this.kept = kept;
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
    if (kept.add(bytes)) {
      live.accept(bytes);
    }
    return true;
  }
}
