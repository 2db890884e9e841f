// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/// A write of all bytes. A channel may take only some of them at a time: on a virtual thread a
/// socket takes what fits into its buffer.
public final class FullWrite {
  private FullWrite() {}

  /// Writes all remaining bytes.
  public static void to(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
