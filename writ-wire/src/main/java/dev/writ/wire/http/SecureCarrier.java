// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// TLS and proxies, by the JDK's client; HTTP/2 where the server offers it.
final class SecureCarrier implements RequestCarrier {
  private final NetworkSettings network;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable HttpClient client;

  SecureCarrier(NetworkSettings network) {
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
                .proxy(ProxySelection.of(network));
        if (!network.authorities().isEmpty()) {
          builder.sslContext(CertificateAuthorities.trusting(network.authorities()));
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
    ProxySelection.credentials(network, request.address())
        .ifPresent(value -> builder.header("Proxy-Authorization", value));
    request.meanwhile().run(); // the JDK does not report when the request has left
    return ExchangePump.send(client(), builder.build(), request.idle());
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
}
