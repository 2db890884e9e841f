// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.wire.http.WireException;

/// The remedy for a key that the provider does not accept.
///
/// @param text an imperative, such as “set OPENAI_API_KEY”
/// @param demandsKey whether the provider always wants a key
public record KeyRemedy(String text, boolean demandsKey) {
  /// For a provider that always wants a key.
  public KeyRemedy(String text) {
    this(text, true);
  }

  /// The failed reply for what went wrong on the wire.
  public ModelReply failed(WireException failure) {
    ProviderError trouble = failure.trouble();
    return new ModelReply.FailedReply(
        switch (trouble.kind()) {
          case UNAUTHORISED -> new ProviderError(trouble.kind(), trouble.message() + "; " + text);
          case UNREACHABLE,
              CUT,
              TIMEOUT,
              RATE_LIMITED,
              SERVER_ERROR,
              MALFORMED,
              CONTEXT_TOO_LONG,
              REJECTED ->
              trouble;
        });
  }
}
