// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.confinement;

import java.io.IOException;

/// A sandbox could not be set up, so nothing was run (SANDBOX_UNAVAILABLE).
public final class SandboxException extends IOException {
  private static final long serialVersionUID = 1;

  /// @param message what is missing and what to do
  public SandboxException(String message) {
    super(message);
  }
}
