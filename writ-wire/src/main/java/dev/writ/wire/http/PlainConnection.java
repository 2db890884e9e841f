// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;

/// One connection, and the answer that is on its way over it.
///
/// A channel and not a socket, because interrupting a thread closes a channel whatever kind of
/// thread it is.
final class PlainConnection implements RequestCarrier.Incoming {
  /// How long to wait for the rest of an old answer; it has had the time between two requests.
  private static final Duration DRAIN = Duration.ofMillis(1);

  private final SocketChannel channel;
  private final String authority;
  private final Predicate<PlainConnection> keep;
  private final HttpBytes bytes;
  private final ProgressDeadline deadline = new ProgressDeadline();
  private ResponseHead head = new ResponseHead(0, Map.of());
  private InputStream body = InputStream.nullInputStream();
  private boolean kept;

  /// @param keep takes the connection for later use, or says no
  PlainConnection(SocketChannel channel, String authority, Predicate<PlainConnection> keep)
      throws IOException {
    this.channel = channel;
    this.authority = authority;
    this.keep = keep;
    this.bytes = new HttpBytes(new Arriving(channel.socket().getInputStream()));
  }

  /// Host and port as the Host header has them.
  String authority() {
    return authority;
  }

  /// Sends a request and reads the answer's head.
  void exchange(byte[] requestHead, byte[] requestBody, RequestCarrier.Outgoing request)
      throws IOException {
    kept = false;
    idle(request.idle());
    write(ByteBuffer.wrap(requestHead), ByteBuffer.wrap(requestBody), request.idle());
    request.meanwhile().run();
    deadline.start(request.idle());
    head = bytes.head();
    body = bytes.body(head);
  }

  /// Writes without ever waiting longer than the idle time for the other side to read.
  private void write(ByteBuffer first, ByteBuffer second, Duration idle) throws IOException {
    ByteBuffer[] rest = {first, second};
    channel.configureBlocking(false);
    channel.write(rest);
    if (second.hasRemaining() || first.hasRemaining()) {
      try (Selector selector = Selector.open()) {
        channel.register(selector, SelectionKey.OP_WRITE);
        while (second.hasRemaining() || first.hasRemaining()) {
          if (selector.select(idle.toMillis()) == 0 && !Thread.currentThread().isInterrupted()) {
            throw new SocketTimeoutException("the server does not read");
          }
          selector.selectedKeys().clear();
          channel.write(rest);
        }
      }
    }
    channel.configureBlocking(true);
  }

  /// Whether another request can be sent: the last answer has been read to its end, or its rest has
  /// arrived meanwhile, and the server has not hung up.
  boolean isUsable() {
    try {
      idle(DRAIN);
      if (!bytes.drain()) {
        return false;
      }
      channel.configureBlocking(false); // for the next request's write, too
      return channel.read(ByteBuffer.allocate(1)) == 0;
    } catch (IOException _) {
      return false;
    }
  }

  @Override
  public ResponseHead head() {
    return head;
  }

  @Override
  public InputStream body() {
    return body;
  }

  @Override
  public void idle(Duration time) throws IOException {
    channel.socket().setSoTimeout(Math.toIntExact(time.toMillis()));
    deadline.start(time);
  }

  @Override
  public void progressed() {
    deadline.progressed();
  }

  @Override
  public void done() {
    kept = bytes.isReusable() && keep.test(this);
  }

  @Override
  public void close() {
    if (!kept) {
      end();
    }
  }

  /// Closes the socket.
  void end() {
    try {
      channel.close();
    } catch (IOException _) {
      // it is gone either way
    }
  }

  /// The bytes as they arrive, while the answer makes progress.
  private final class Arriving extends InputStream {
    private final InputStream in;
    private final byte[] single = new byte[1];

    Arriving(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
      int got = in.read(to, from, most);
      deadline.check();
      return got;
    }
  }
}
