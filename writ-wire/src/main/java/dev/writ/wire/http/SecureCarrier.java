// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// TLS and proxies, by the JDK's client; HTTP/2 where the server offers it.
final class SecureCarrier implements Carrier {
  private final Network network;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable HttpClient client;

  SecureCarrier(Network network) {
    this.network = network;
  }

  /// The client, made when it is needed first: its constructor alone sets TLS up.
  private HttpClient client() throws IOException {
    lock.lock();
    try {
      if (client == null) {
        HttpClient.Builder builder =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(network.connect())
                .proxy(Proxies.of(network));
        if (!network.authorities().isEmpty()) {
          builder.sslContext(Authorities.trusting(network.authorities()));
        }
        client = builder.build();
      }
      return client;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Incoming send(Outgoing request, byte[] body) throws IOException, InterruptedException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(request.address())
            .method(request.method(), HttpRequest.BodyPublishers.ofByteArray(body));
    request.headers().forEach(builder::header);
    Proxies.credentials(network, request.address())
        .ifPresent(value -> builder.header("Proxy-Authorization", value));
    CompletableFuture<HttpResponse<ByteQueue>> answer =
        client().sendAsync(builder.build(), _ -> new ByteQueue(request.idle()));
    boolean arrived = false;
    try {
      HttpResponse<ByteQueue> response =
          answer.get(request.idle().toMillis(), TimeUnit.MILLISECONDS);
      arrived = true;
      return new Received(response);
    } catch (TimeoutException _) {
      throw new SocketTimeoutException("no answer");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } finally {
      if (!arrived) {
        answer.cancel(true);
      }
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (client != null) {
        client.shutdownNow();
      }
    } finally {
      lock.unlock();
    }
  }

  private record Received(HttpResponse<ByteQueue> response) implements Incoming {
    @Override
    public Head head() {
      Map<String, String> headers = new HashMap<>();
      response.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
      headers.keySet().removeIf(name -> name.startsWith(":"));
      return new Head(response.statusCode(), headers);
    }

    @Override
    public InputStream body() {
      return response.body().stream();
    }

    @Override
    public void idle(Duration time) {
      response.body().idle(time);
    }

    @Override
    public void done() {
      response.body().discard();
    }

    @Override
    public void close() {
      response.body().cancel();
    }
  }
}
