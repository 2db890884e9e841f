// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.util.LinkedHashMap;
import java.util.Map;

/// The header in which a provider expects its key, and the headers that it wants besides.
///
/// @param prefix what stands before the key
/// @param others sent with every request
public record KeyHeader(String name, String prefix, Map<String, String> others) {
  /// A bearer token and nothing else.
  public static final KeyHeader BEARER = new KeyHeader("Authorization", "Bearer ", Map.of());

  public KeyHeader {
    others = Map.copyOf(others);
  }

  /// The key alone in a header of that name.
  public static KeyHeader named(String name) {
    return new KeyHeader(name, "", Map.of());
  }

  /// The same with another header besides.
  public KeyHeader with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(others);
    more.put(header, value);
    return new KeyHeader(name, prefix, more);
  }
}
