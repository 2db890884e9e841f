// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import dev.writ.base.value.FailureReason;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Sends requests to one provider and gives its answers line by line. Safe for several threads.
///
/// A request is sent at most once, wherever it goes wrong; redirects are reported, not followed.
public final class HttpTransport implements AutoCloseable {
  private static final String AGENT = "writ";

  /// How the JDK's client begins to say that a proxy opened no way; a status follows.
  private static final String TUNNEL_REFUSED = "Tunnel failed, got: ";

  private final NetworkSettings network;
  private final @Nullable SecretText key;
  private final KeyHeader header;
  private final PlainCarrier plain;
  private final SecureCarrier secure;

  /// @param key sent as a bearer token with every request, masked in every message
  public HttpTransport(NetworkSettings network, @Nullable SecretText key) {
    this(network, key, KeyHeader.BEARER);
  }

  /// @param key sent in that header with every request, masked in every message
  public HttpTransport(NetworkSettings network, @Nullable SecretText key, KeyHeader header) {
    this.network = network;
    this.key = key;
    this.header = header;
    plain = new PlainCarrier(network.connect());
    secure = new SecureCarrier(network);
  }

  /// Sends JSON and waits for the head of the answer.
  ///
  /// @param accepted the media type of the answer
  /// @param meanwhile what can be done while the answer is awaited
  /// @return an answer with a status of success
  /// @throws WireException where there is none, or one of another status
  /// @throws InterruptedException when the calling thread is interrupted; the connection is closed
  public HttpExchange post(URI address, String json, String accepted, Runnable meanwhile)
      throws WireException, InterruptedException {
    Map<String, String> headers = headers(accepted);
    headers.put("Content-Type", "application/json");
    RequestCarrier.Outgoing request =
        new RequestCarrier.Outgoing("POST", address, headers, network.idle(), meanwhile);
    return send(request, json.getBytes(StandardCharsets.UTF_8));
  }

  /// Asks for JSON.
  ///
  /// @return an answer with a status of success
  /// @throws WireException where there is none, or one of another status
  /// @throws InterruptedException when the calling thread is interrupted; the connection is closed
  public HttpExchange get(URI address) throws WireException, InterruptedException {
    Map<String, String> headers = headers("application/json");
    return send(
        new RequestCarrier.Outgoing("GET", address, headers, network.idle(), () -> {}),
        new byte[0]);
  }

  /// Whether there is a key to send.
  public boolean hasKey() {
    return key != null;
  }

  /// The key that is sent; null for none.
  @Nullable SecretText key() {
    return key;
  }

  /// The text without the key in it and without control characters.
  String masked(String text) {
    return RefusalReader.printable(key == null ? text : key.maskIn(text));
  }

  private Map<String, String> headers(String accepted) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("User-Agent", AGENT);
    headers.put("Accept", accepted);
    headers.put("Accept-Encoding", "gzip");
    if (key != null && key.isSendable()) {
      headers.put(header.name(), header.prefix() + key.value());
    }
    headers.putAll(header.others());
    return headers;
  }

  private HttpExchange send(RequestCarrier.Outgoing request, byte[] body)
      throws WireException, InterruptedException {
    URI address = request.address();
    String place = guard(address);
    try {
      HttpExchange exchange =
          new HttpExchange(this, place, network.idle(), carrier(address).send(request, body));
      if (exchange.status() / 100 == 2) {
        return exchange;
      }
      try (exchange) {
        throw new WireException(
            RefusalReader.of(
                exchange.head(), place, exchange.text(), network.clock().instant(), this::masked));
      }
    } catch (IOException e) {
      throw trouble(e, place);
    }
  }

  private RequestCarrier carrier(URI address) {
    boolean direct =
        "http".equals(address.getScheme()) && ProxySelection.forAddress(network, address).isEmpty();
    return direct ? plain : secure;
  }

  /// Refuses what must not be sent, before anything is.
  ///
  /// @return how the place is called in messages
  private String guard(URI address) throws WireException {
    String scheme = address.getScheme() == null ? "" : address.getScheme();
    String host = NetworkSettings.host(address);
    if (host.isEmpty() || !(scheme.equals("https") || scheme.equals("http"))) {
      throw refused("the address " + address + " is neither https:// nor http:// with a host");
    }
    if (address.getRawUserInfo() != null) {
      throw refused("the address of " + host + " has a user name in it; set a key instead");
    }
    if (scheme.equals("http") && !network.allowsPlaintext(address)) {
      throw refused(
          """
          http://%s would be sent in plain text; use https://, or trust that host: \
          writ config set llm.plaintext_hosts %s\
          """
              .formatted(host, host));
    }
    Optional<String> defect = key == null ? Optional.empty() : key.defect();
    if (defect.isPresent()) {
      throw new WireException(
          ProviderErrorKind.UNAUTHORISED, "the key for " + host + " " + defect.get());
    }
    Optional<URI> proxy = ProxySelection.forAddress(network, address);
    if (proxy.isPresent() && !"http".equals(proxy.get().getScheme())) {
      throw refused("only http:// proxies are supported, not " + proxy.get().getScheme() + "://");
    }
    String place = scheme + "://" + address.getAuthority();
    return proxy.isEmpty()
        ? place
        : place + " (through the proxy " + ProxySelection.place(proxy.get()) + ")";
  }

  private static WireException refused(String message) {
    return new WireException(ProviderErrorKind.REJECTED, message);
  }

  /// The meaning of an exception of the carriers.
  ///
  /// @throws InterruptedException where it means that
  WireException trouble(IOException failure, String place) throws InterruptedException {
    boolean interrupted = Thread.interrupted();
    if (interrupted || failure instanceof ClosedByInterruptException) {
      throw new InterruptedException("the request was cancelled");
    }
    String detail = masked(String.valueOf(failure.getMessage()));
    return switch (failure) {
      case PlainCarrier.Unreachable _ -> unreachable(place, failure.getCause());
      case ConnectException _ -> unreachable(place, failure);
      case UnknownHostException _ -> unreachable(place, failure);
      case HttpConnectTimeoutException _ -> unreachable(place, failure);
      case SSLException _ -> unreachable(place, failure);
      case ProgressDeadline.NoProgress _ ->
          new WireException(ProviderErrorKind.TIMEOUT, place + " sent " + detail);
      case SocketTimeoutException _ ->
          new WireException(
              ProviderErrorKind.TIMEOUT, place + " sent nothing for " + seconds() + ": " + detail);
      case HttpBytes.NotHttp _ ->
          new WireException(ProviderErrorKind.MALFORMED, place + ": " + detail);
      case LineReader.LineTooLong _ ->
          new WireException(
              ProviderErrorKind.MALFORMED, "the answer of " + place + " has " + detail);
      default ->
          detail.startsWith(TUNNEL_REFUSED)
              ? new WireException(
                  ProviderErrorKind.UNREACHABLE,
                  place
                      + " cannot be reached: the proxy answered "
                      + detail.substring(TUNNEL_REFUSED.length())
                      + " instead of opening a tunnel; check its address and user")
              : new WireException(
                  ProviderErrorKind.CUT,
                  "the connection to " + place + " broke before the end: " + detail);
    };
  }

  private WireException unreachable(String place, @Nullable Throwable cause) {
    String why = cause == null ? "no address" : new FailureReason(cause).words();
    String todo =
        cause instanceof SSLException insecure
            ? new CertificateDefect(insecure, network.clock()).words()
            : why + "; check that it runs and that the address is right";
    return new WireException(
        ProviderErrorKind.UNREACHABLE, masked(place + " cannot be reached: " + todo));
  }

  private String seconds() {
    long millis = network.idle().toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  /// Closes all connections at once, the busy ones of TLS too.
  @Override
  public void close() {
    plain.close();
    secure.close();
  }

  /// A path below a base address, however that ends.
  public static URI below(String base, String path) {
    String trimmed = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    return URI.create(trimmed + path);
  }
}
