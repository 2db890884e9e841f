// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// How the outside is reached.
///
/// @param environment where the usual proxy variables are looked up
/// @param authorities certificate authorities, in PEM, that are trusted besides the JDK's
/// @param plaintextHosts hosts besides loopback to which the person allows plain HTTP
/// @param connect how long making a connection may take
/// @param idle how long no byte may arrive before a request is given up
/// @param clock what a Retry-After date is compared with
public record NetworkSettings(
    Map<String, String> environment,
    List<String> authorities,
    Set<String> plaintextHosts,
    Duration connect,
    Duration idle,
    InstantSource clock) {

  /// `llm.timeout_seconds` where nothing is configured.
  public static final Duration DEFAULT_IDLE = Duration.ofMinutes(2);

  /// How long making a connection may take where nothing is configured.
  public static final Duration DEFAULT_CONNECT = Duration.ofSeconds(10);

  /// The longest time-out that sockets can do.
  private static final Duration LONGEST = Duration.ofDays(1);

  public NetworkSettings {
    environment = Map.copyOf(environment);
    authorities = List.copyOf(authorities);
    plaintextHosts = Set.copyOf(plaintextHosts);
    connect = bounded(connect);
    idle = bounded(idle);
  }

  /// No proxies, no authorities of its own, no hosts allowed, the default times.
  public static NetworkSettings plain(InstantSource clock) {
    return new NetworkSettings(Map.of(), List.of(), Set.of(), DEFAULT_CONNECT, DEFAULT_IDLE, clock);
  }

  /// The same with another time-out between bytes.
  public NetworkSettings withIdle(Duration other) {
    return new NetworkSettings(environment, authorities, plaintextHosts, connect, other, clock);
  }

  /// The same with another environment.
  public NetworkSettings withEnvironment(Map<String, String> other) {
    return new NetworkSettings(other, authorities, plaintextHosts, connect, idle, clock);
  }

  private static Duration bounded(Duration time) {
    Duration least = Duration.ofMillis(1);
    return time.compareTo(least) < 0 ? least : time.compareTo(LONGEST) > 0 ? LONGEST : time;
  }

  /// Whether plain HTTP to this address is allowed.
  boolean allowsPlaintext(URI address) {
    return isLoopback(address) || plaintextHosts.contains(host(address));
  }

  /// Whether the address can't leave the machine, by its name alone.
  public static boolean isLoopback(URI address) {
    String host = host(address);
    return host.equals("localhost") || host.equals("::1") || isLoopbackNumber(host);
  }

  /// Whether the text is an address 127.x.y.z; without a regular expression, which would cost a
  /// cold process more than the request.
  private static boolean isLoopbackNumber(String host) {
    int dots = 0;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      dots += c == '.' ? 1 : 0;
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return dots == 3 && host.startsWith("127.") && !host.contains("..") && !host.endsWith(".");
  }

  /// The host in lower case, an IPv6 address without its brackets.
  static String host(URI address) {
    String host = address.getHost() == null ? "" : address.getHost().toLowerCase(Locale.ROOT);
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }
}
