// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.engine.model;

import java.time.Duration;

/// How a request ended. There is exactly one per request.
public sealed interface ModelReply {
  /// The provider's own terminal event arrived.
  record Complete(Message.Assistant message, TokenUsage usage, FinishReason finish)
      implements ModelReply {}

  /// The request failed or its stream broke off; nothing of it counts.
  record FailedReply(ProviderError trouble) implements ModelReply {}

  /// Why a complete answer ended.
  enum FinishReason {
    /// The model was done.
    STOP,
    /// The model wants its calls answered.
    CALLS,
    /// The output limit was reached; the last call may be cut and must not run.
    LENGTH,
    /// The provider refused to continue (content filter and the like); none of the calls may run.
    REFUSED
  }

  /// The failure, for the person and for the retry rules.
  ///
  /// @param retryAfter how long the server asks to wait; zero where it doesn't say
  record ProviderError(ProviderErrorKind kind, String message, Duration retryAfter) {
    public ProviderError(ProviderErrorKind kind, String message) {
      this(kind, message, Duration.ZERO);
    }

    /// Whether the same request may be sent again.
    public boolean retryable() {
      return switch (kind) {
        case UNREACHABLE, CUT, TIMEOUT, RATE_LIMITED, SERVER_ERROR, MALFORMED -> true;
        case UNAUTHORISED, CONTEXT_TOO_LONG, REJECTED -> false;
      };
    }

    /// The closed set of ways in which a provider can fail.
    public enum ProviderErrorKind {
      /// No connection could be made.
      UNREACHABLE,
      /// The stream ended, by FIN or RST, before the provider's terminal event.
      CUT,
      /// No byte for `llm.timeout_seconds`.
      TIMEOUT,
      /// 429.
      RATE_LIMITED,
      /// 408, 409, 5xx, 529.
      SERVER_ERROR,
      /// The answer violates the protocol (HTML, null, no choices…).
      MALFORMED,
      /// 401, 403.
      UNAUTHORISED,
      /// The provider says that the context is too long.
      CONTEXT_TOO_LONG,
      /// Any other 4xx, with the provider's message.
      REJECTED
    }
  }
}
