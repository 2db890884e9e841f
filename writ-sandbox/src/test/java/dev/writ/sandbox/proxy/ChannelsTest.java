// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.sandbox.os.FullWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import org.junit.jupiter.api.Test;

/// The proxy's use of channels: it writes everything, and leaves none open.
class ChannelsTest {
  @Test
  void aFullWriteTakesAsManyWritesAsItNeeds() throws IOException {
    byte[] bytes = {1, 2, 3, 4, 5, 6, 7};
    ByteBuffer taken = ByteBuffer.allocate(bytes.length);
    FullWrite.to(
        new WritableByteChannel() {
          private int writes;

          @Override
          public int write(ByteBuffer from) {
            int count = Math.min(from.remaining(), writes++ % 3);
            taken.put(from.slice(from.position(), count));
            from.position(from.position() + count);
            return count;
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        },
        ByteBuffer.wrap(bytes));
    assertThat(taken.array()).isEqualTo(bytes);
  }

  @Test
  void aChannelThatIsAddedAfterTheEndIsClosed() throws IOException {
    ChannelSet set = new ChannelSet();
    SocketChannel before = SocketChannel.open();
    SocketChannel after = SocketChannel.open();
    set.add(before);
    set.close();
    assertThat(before.isOpen()).isFalse();
    assertThatThrownBy(() -> set.add(after)).isInstanceOf(ClosedChannelException.class);
    assertThat(after.isOpen()).isFalse();
    assertThat(set.size()).isZero();
  }
}
