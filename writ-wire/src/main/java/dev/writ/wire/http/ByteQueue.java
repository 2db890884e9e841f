// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Hands the bytes that the JDK's client receives to a thread that waits for them, no more than one
/// delivery ahead, and gives up when none comes for too long.
final class ByteQueue implements BodySubscriber<ByteQueue> {
  /// How much of an answer nobody reads any more is accepted for the sake of its connection.
  private static final int MAX_DISCARDED_BYTES = 64 * 1024;

  private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();
  private volatile Duration idle;
  private volatile boolean discarding;
  private volatile Flow.@Nullable Subscription subscription;
  private int discarded;

  private sealed interface Item {
    record Bytes(Deque<ByteBuffer> buffers) implements Item {}

    record End(@Nullable Throwable failure) implements Item {}
  }

  ByteQueue(Duration idle) {
    this.idle = idle;
  }

  @Override
  public CompletionStage<ByteQueue> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription granted) {
    subscription = granted;
    granted.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (!discarding) {
      items.add(new Item.Bytes(new ArrayDeque<>(buffers)));
      return;
    }
    for (ByteBuffer buffer : buffers) {
      discarded += buffer.remaining();
    }
    if (discarded > MAX_DISCARDED_BYTES) {
      cancel();
    } else {
      more();
    }
  }

  @Override
  public void onError(Throwable failure) {
    items.add(new Item.End(failure));
  }

  @Override
  public void onComplete() {
    items.add(new Item.End(null));
  }

  void idle(Duration time) {
    idle = time;
  }

  /// Lets the rest arrive unread.
  void discard() {
    discarding = true;
    more();
  }

  /// Ends the exchange, and with it an HTTP/1.1 connection, unless the rest is to arrive unread.
  void cancel() {
    Flow.Subscription granted = subscription;
    if (granted != null && (!discarding || discarded > MAX_DISCARDED_BYTES)) {
      granted.cancel();
    }
  }

  private void more() {
    Flow.Subscription granted = subscription;
    if (granted != null) {
      granted.request(1);
    }
  }

  /// The bytes as they arrive.
  InputStream stream() {
    return new Stream();
  }

  private final class Stream extends InputStream {
    private final Deque<ByteBuffer> present = new ArrayDeque<>();
    private @Nullable Item end;

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
      ByteBuffer first = present.peekFirst();
      while (first == null || !first.hasRemaining()) {
        present.pollFirst();
        if (present.isEmpty() && !await()) {
          return -1;
        }
        first = present.peekFirst();
      }
      int count = Math.min(most, first.remaining());
      first.get(to, from, count);
      return count;
    }

    /// Waits for more bytes.
    private boolean await() throws IOException {
      Item item = end == null ? next() : end;
      return switch (item) {
        case Item.Bytes(Deque<ByteBuffer> buffers) -> {
          present.addAll(buffers);
          more();
          yield true;
        }
        case Item.End(Throwable failure) -> {
          end = item;
          if (failure != null) {
            throw failure instanceof IOException io ? io : new IOException(failure);
          }
          yield false;
        }
      };
    }

    private Item next() throws IOException {
      try {
        Item item = items.poll(idle.toMillis(), TimeUnit.MILLISECONDS);
        if (item == null) {
          throw new SocketTimeoutException("no more bytes");
        }
        return item;
      } catch (InterruptedException _) {
        cancel();
        Thread.currentThread().interrupt();
        throw new ClosedByInterruptException();
      }
    }
  }
}
