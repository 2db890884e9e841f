// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import dev.writ.engine.model.ModelReply.ProviderError;
import java.io.Serial;

/// A request went wrong outside. It travels from the wire to one place, the adapter's `reply`,
/// where it becomes a value.
public final class WireException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final transient ProviderError trouble;

  /// @param trouble with a message in which secrets are masked
  public WireException(ProviderError trouble) {
    super(trouble.message(), null, false, false);
    this.trouble = trouble;
  }

  /// The failure, without its waiting time.
  public WireException(ProviderError.ProviderErrorKind kind, String message) {
    this(new ProviderError(kind, message));
  }

  /// The failure.
  public ProviderError trouble() {
    return trouble;
  }
}
