// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The proxy for an address, by `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy` in small or
/// capital letters. Loopback never goes through one.
final class ProxySelection {
  private static final int DEFAULT_PORT = 8080;

  /// Replaces a malformed variable: bypassing a wanted proxy would be worse than a failure, so the
  /// connection fails with this name in its message.
  private static final int MAX_PORT = 65_535;
  private static final URI UNREADABLE = URI.create("http://proxy-variable-is-no-address.invalid");

  private ProxySelection() {}

  /// The proxy to use for an address.
  static Optional<URI> forAddress(NetworkSettings network, URI address) {
    Map<String, String> environment = network.environment();
    String host = NetworkSettings.host(address);
    if (NetworkSettings.isLoopback(address)
        || isExcepted(host, variable(environment, "no_proxy"))) {
      return Optional.empty();
    }
    String own = variable(environment, address.getScheme() + "_proxy");
    String proxy = own.isEmpty() ? variable(environment, "all_proxy") : own;
    if (proxy.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI named = new URI(proxy.contains("://") ? proxy : "http://" + proxy);
      return Optional.of(named.getPort() > MAX_PORT ? UNREADABLE : named);
    } catch (URISyntaxException _) {
      return Optional.of(UNREADABLE);
    }
  }

  /// How a proxy is called in messages: without the user that may be in its address.
  static String place(URI proxy) {
    String port = proxy.getPort() < 0 ? "" : ":" + proxy.getPort();
    return proxy.getScheme() + "://" + proxy.getHost() + port;
  }

  private static String variable(Map<String, String> environment, String name) {
    String small = environment.getOrDefault(name, "");
    String value =
        small.isEmpty() ? environment.getOrDefault(name.toUpperCase(Locale.ROOT), "") : small;
    return value.strip();
  }

  private static boolean isExcepted(String host, String exceptions) {
    for (String exception : exceptions.toLowerCase(Locale.ROOT).split(",", -1)) {
      String name = exception.strip();
      int port = name.lastIndexOf(':');
      String bare = port > 0 && name.indexOf(':') == port ? name.substring(0, port) : name;
      String suffix = bare.startsWith("*.") ? bare.substring(1) : bare;
      if (bare.equals("*")
          || host.equals(suffix)
          || (!suffix.isEmpty() && host.endsWith(suffix.startsWith(".") ? suffix : "." + suffix))) {
        return true;
      }
    }
    return false;
  }

  /// The value of the Proxy-Authorization header, where the proxy's address has a user in it.
  static Optional<String> credentials(NetworkSettings network, URI address) {
    return forAddress(network, address)
        .map(URI::getRawUserInfo)
        .map(user -> URLDecoder.decode(user.replace("+", "%2B"), StandardCharsets.UTF_8))
        .map(
            user ->
                "Basic "
                    + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
  }

  /// The same choice for the JDK's client.
  static ProxySelector of(NetworkSettings network) {
    return new ProxySelector() {
      @Override
      public List<Proxy> select(URI address) {
        return List.of(
            forAddress(network, address)
                .filter(proxy -> proxy.getHost() != null)
                .map(
                    proxy ->
                        new Proxy(
                            Proxy.Type.HTTP,
                            new InetSocketAddress(
                                proxy.getHost(),
                                proxy.getPort() < 0 ? DEFAULT_PORT : proxy.getPort())))
                .orElse(Proxy.NO_PROXY));
      }

      @Override
      public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
        // the request itself reports it
      }
    };
  }
}
