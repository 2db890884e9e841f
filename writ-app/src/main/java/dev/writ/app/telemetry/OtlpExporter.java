// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.telemetry;

import dev.writ.base.json.Json;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.WireException;
import java.io.Closeable;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// Sends telemetry to the configured receiver (OTLP over HTTP, in JSON), on a separate thread: the
/// session never waits for it. Telemetry that cannot be sent is dropped.
public final class OtlpExporter implements Closeable {
  private static final int MOST_WAITING = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Message END = new Message("", Json.Obj.EMPTY);

  private final String endpoint;
  private final NetworkSettings network;
  private final Consumer<String> warned;
  private final BlockingQueue<Message> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final Thread thread;
  private boolean told;

  private record Message(String path, Json.Obj body) {}

  /// Begins at once.
  ///
  /// @param endpoint the receiver's base address
  /// @param warned hears once, for the person, of what can't be sent
  public OtlpExporter(String endpoint, NetworkSettings network, Consumer<String> warned) {
    this.endpoint = endpoint;
    this.network = network.withIdle(PATIENCE);
    this.warned = warned;
    this.thread = Thread.ofPlatform().daemon().name("telemetry").start(this::run);
  }

  /// Sends an export request, some time soon.
  ///
  /// @param path of its kind: `/v1/traces` or `/v1/metrics`
  public void send(String path, Json.Obj body) {
    if (!waiting.offer(new Message(path, body))) {
      warn("the receiver is too slow; telemetry was dropped");
    }
  }

  private void run() {
    try (HttpTransport transport = new HttpTransport(network, null)) {
      for (Message next = waiting.take(); !next.equals(END); next = waiting.take()) {
        send(transport, next);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(HttpTransport transport, Message message) throws InterruptedException {
    try {
      URI address = HttpTransport.below(endpoint, message.path());
      try (HttpExchange exchange =
          transport.post(address, message.body().write(), "application/json", () -> {})) {
        exchange.text();
        exchange.done();
      }
    } catch (WireException | IllegalArgumentException e) {
      warn(String.valueOf(e.getMessage()));
    }
  }

  private synchronized void warn(String why) {
    if (!told) {
      told = true;
      warned.accept("telemetry cannot be sent: " + why);
    }
  }

  /// Waits a little for what is still to be sent.
  @Override
  public void close() {
    try {
      if (waiting.offer(END) && !thread.join(PATIENCE)) {
        thread.interrupt();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
