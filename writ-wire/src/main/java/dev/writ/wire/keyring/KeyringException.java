// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import java.io.Serial;

/// A store of keys that can't be used; the message says why and what to do, and holds no key.
public final class KeyringException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /// @param message why
  public KeyringException(String message) {
    super(message);
  }
}
