// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One exchange with the JDK's client, on a thread of its own.
///
/// The client's blocking calls know no time-out between bytes, so another thread makes them and the
/// asking one waits for what that one brings, a few deliveries ahead at most. Interrupting the
/// worker closes the connection, whatever it waits for.
final class ExchangePump implements RequestCarrier.Incoming {
  /// The limit of an unread answer that is drained to keep its connection.
  private static final int MAX_DISCARDED_BYTES = 64 * 1024;

  private static final int DELIVERIES_AHEAD = 4;
  private static final int DELIVERY_BYTES = 16 * 1024;

  private final BlockingQueue<Delivery> deliveries = new ArrayBlockingQueue<>(DELIVERIES_AHEAD);
  private final HttpClient client;
  private final HttpRequest request;
  private final Thread worker;
  private final Body body = new Body();
  private final ProgressDeadline deadline = new ProgressDeadline();
  private Duration idle;
  private ResponseHead head = new ResponseHead(0, Map.of());
  private volatile boolean discarding;

  /// The worker's results.
  private sealed interface Delivery {
    record Begun(ResponseHead head) implements Delivery {}

    /// An array that no other code uses.
    record Bytes(InputStream content) implements Delivery {}

    record End(@Nullable IOException failure) implements Delivery {}
  }

  private ExchangePump(HttpClient client, HttpRequest request, Duration idle) {
    this.client = client;
    this.request = request;
    this.idle = idle;
    deadline.start(idle);
    this.worker = Thread.ofVirtual().name("wire").unstarted(this::work);
  }

  /// Sends a request and waits for the answer's head.
  static ExchangePump send(HttpClient client, HttpRequest request, Duration idle)
      throws IOException, InterruptedException {
    ExchangePump pump = new ExchangePump(client, request, idle);
    pump.worker.start();
    boolean begun = false;
    try {
      pump.begin();
      begun = true;
      return pump;
    } finally {
      if (!begun) {
        pump.close();
      }
    }
  }

  private void begin() throws IOException, InterruptedException {
    head =
        switch (next()) {
          case Delivery.Begun(ResponseHead told) -> told;
          case Delivery.End(IOException failure) when failure != null -> throw failure;
          case Delivery.Bytes _, Delivery.End _ ->
              throw new IOException("an answer without a head");
        };
  }

  private Delivery next() throws IOException, InterruptedException {
    Delivery delivery = deliveries.poll(idle.toMillis(), TimeUnit.MILLISECONDS);
    if (delivery == null) {
      throw new SocketTimeoutException("no byte");
    }
    deadline.check();
    return delivery;
  }

  private void work() {
    try {
      deliveries.put(new Delivery.End(outcome()));
    } catch (InterruptedException _) {
      // the thread that interrupts a worker does not wait for it
    }
  }

  /// A defect ends the request, too: no thread waits for a missing worker.
  private @Nullable IOException outcome() throws InterruptedException {
    try {
      return transfer();
    } catch (RuntimeException | Error e) {
      return new IOException("a defect of Writ ended the request: " + e, e);
    }
  }

  /// Gets everything over.
  ///
  /// @return what it broke off with
  private @Nullable IOException transfer() throws InterruptedException {
    try {
      HttpResponse<InputStream> response =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream in = response.body()) {
        deliveries.put(new Delivery.Begun(head(response)));
        byte[] buffer = new byte[DELIVERY_BYTES];
        int discarded = 0;
        for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
          if (!discarding) {
            byte[] bytes = Arrays.copyOf(buffer, got);
            deliveries.put(new Delivery.Bytes(new ByteArrayInputStream(bytes)));
          } else if ((discarded += got) > MAX_DISCARDED_BYTES) {
            break;
          }
        }
      }
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private static ResponseHead head(HttpResponse<?> response) {
    Map<String, String> headers = new HashMap<>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
    headers.keySet().removeIf(name -> name.startsWith(":"));
    return new ResponseHead(response.statusCode(), headers);
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
  public void idle(Duration time) {
    idle = time;
    deadline.start(time);
  }

  @Override
  public void progressed() {
    deadline.progressed();
  }

  @Override
  public void done() {
    discarding = true;
    deliveries.clear(); // wakes a worker that waits for room
  }

  @Override
  public void close() {
    if (!discarding) {
      worker.interrupt();
    }
  }

  private final class Body extends InputStream {
    private InputStream present = InputStream.nullInputStream();
    private boolean ended;

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
      int got = present.read(to, from, most);
      while (got < 0 && !ended) {
        advance();
        got = present.read(to, from, most);
      }
      return got;
    }

    private void advance() throws IOException {
      try {
        switch (next()) {
          case Delivery.Bytes(InputStream content) -> present = content;
          case Delivery.End(IOException failure) -> {
            ended = true;
            if (failure != null) {
              throw failure;
            }
          }
          case Delivery.Begun _ -> throw new IllegalStateException("an answer has one head");
        }
      } catch (InterruptedException _) {
        close();
        Thread.currentThread().interrupt();
        throw new ClosedByInterruptException();
      }
    }

    @Override
    public void close() {
      ExchangePump.this.close();
    }
  }
}
