// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;

/// The open channels of a server, to be closed together. A channel is forgotten when it is closed,
/// and after the end none can be added.
final class ChannelSet implements AutoCloseable {
  private final Set<SocketChannel> channels = new HashSet<>();
  private boolean closed;

  /// A channel of the set. Closing this closes the channel and forgets it.
  record MemberChannel(ChannelSet set, SocketChannel channel) implements AutoCloseable {
    @Override
    public void close() {
      set.forget(channel);
    }
  }

  /// Adds a channel.
  ///
  /// @throws ClosedChannelException after the end; the channel is closed then
  MemberChannel add(SocketChannel channel) throws ClosedChannelException {
    synchronized (this) {
      if (!closed) {
        channels.add(channel);
        return new MemberChannel(this, channel);
      }
    }
    close(channel);
    throw new ClosedChannelException();
  }

  private void forget(SocketChannel channel) {
    synchronized (this) {
      channels.remove(channel);
    }
    close(channel);
  }

  synchronized int size() {
    return channels.size();
  }

  @Override
  public void close() {
    Set<SocketChannel> all;
    synchronized (this) {
      closed = true;
      all = Set.copyOf(channels);
      channels.clear();
    }
    all.forEach(ChannelSet::close);
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // Closing is all that was wanted.
    }
  }
}
