// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import dev.writ.wire.http.NetworkSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// The address of a model server as a person writes it, before anything is sent there.
///
/// @param setting the name of the setting, for messages
/// @param text the value of the setting
record ServerAddress(String setting, String text) {
  private static final String SEPARATOR = "://";
  private static final String EXAMPLE = "; write it like https://models.example.com/v1";
  private static final int MAX_PORT = 65_535;

  ServerAddress {
    text = text.strip();
  }

  /// The whole address of a server that speaks that protocol. Without a scheme it is plain HTTP,
  /// which the transport permits on this machine only.
  ///
  /// @throws ProviderException with what to write instead
  String whole(ProviderPreset.WireProtocol wire) throws ProviderException {
    boolean hasScheme = text.contains(SEPARATOR);
    String address = hasScheme ? text : "http://" + text;
    URI parsed = parsed(address);
    if (!hasScheme && parsed.getPort() < 0 && !NetworkSettings.isLoopback(parsed)) {
      throw problem("is not the address of a server; write https://" + text);
    }
    Optional<String> added = wire.added(parsed.getPath());
    if (added.isPresent()) {
      throw problem(
          "ends in %s, which Writ adds itself; write %s"
              .formatted(added.get(), without(address, added.get())));
    }
    return address;
  }

  private URI parsed(String address) throws ProviderException {
    URI parsed;
    try {
      parsed = new URI(address);
    } catch (URISyntaxException _) {
      throw problem("is not the address of a server" + EXAMPLE);
    }
    if (!"https".equals(parsed.getScheme()) && !"http".equals(parsed.getScheme())) {
      throw problem("begins with neither https:// nor http://" + EXAMPLE);
    }
    if (parsed.getHost() == null) {
      throw problem("is not the address of a server" + EXAMPLE);
    }
    if (parsed.getRawUserInfo() != null) {
      throw problem("has a user name before its host; remove it, and set a key instead");
    }
    if (parsed.getRawQuery() != null || parsed.getRawFragment() != null) {
      throw problem("has a query or a fragment, which Writ does not send; write " + bare(address));
    }
    if (parsed.getPort() == 0 || parsed.getPort() > MAX_PORT) {
      throw problem("has the port %d; ports are 1 to %d".formatted(parsed.getPort(), MAX_PORT));
    }
    return parsed;
  }

  private ProviderException problem(String what) {
    return new ProviderException(setting + ": '" + shown() + "' " + what);
  }

  /// The address without what may be a secret in it: a user with a password, a query.
  private String shown() {
    String bare = bare(text);
    int host = bare.lastIndexOf('@') + 1;
    int scheme = bare.indexOf(SEPARATOR);
    return scheme < 0 || host == 0
        ? bare.substring(host)
        : bare.substring(0, scheme + SEPARATOR.length()) + bare.substring(host);
  }

  private static String bare(String address) {
    int end = address.length();
    for (char mark : new char[] {'?', '#'}) {
      int at = address.indexOf(mark);
      end = at < 0 ? end : Math.min(end, at);
    }
    return address.substring(0, end);
  }

  private static String without(String address, String end) {
    String bare = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    return bare.substring(0, bare.length() - end.length());
  }
}
