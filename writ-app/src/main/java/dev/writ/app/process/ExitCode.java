// Implements: docs/spec/12-plans-and-workers.md §12.2 (Unattended runs)
package dev.writ.app.process;

/// The exit codes of the process.
public enum ExitCode {
  /// Done.
  DONE(0),
  /// Failed: context too small, audit unavailable, records that don't hold.
  FAILED(1),
  /// Wrong usage or configuration.
  USAGE(2),
  /// The turn ended because of a denial or a missing approval.
  DENIED(3),
  /// A limit of iterations or budget, a loop, an open circuit.
  LIMIT(4),
  /// The provider is unreachable or refuses the credential.
  PROVIDER(6),
  /// Interrupted.
  INTERRUPTED(130);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /// The number.
  public int code() {
    return code;
  }
}
