// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import java.io.IOException;

/// Something could not be forced to disk.
public final class UnforcedException extends IOException {
  private static final long serialVersionUID = 1;
  private final long withdrawnFrom;

  UnforcedException(IOException cause, long withdrawnFrom) {
    super("the written data could not be forced to disk: " + cause.getMessage(), cause);
    this.withdrawnFrom = withdrawnFrom;
  }

  /// Whether that line still stands in the file.
  public boolean stands(Journal.Placed placed) {
    return placed.start < withdrawnFrom;
  }
}
