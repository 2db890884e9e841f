// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.util.Map;
import java.util.Optional;

/// Status and headers of an answer.
///
/// @param headers the first value of each, by lower-case name
record ResponseHead(int status, Map<String, String> headers) {
  ResponseHead {
    headers = Map.copyOf(headers);
  }

  Optional<String> header(String lowerCaseName) {
    return Optional.ofNullable(headers.get(lowerCaseName));
  }
}
