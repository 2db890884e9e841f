// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.wire;

import java.io.Serial;

/// Settings with which no provider can be opened; the message says what to change.
public final class ProviderException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /// @param message what is wrong and what to do
  public ProviderException(String message) {
    super(message);
  }
}
