// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import java.io.IOException;

/// A record stands in the ledger whose changes were not made, or only in part, and nothing there
/// says so, because the disk takes no further record or not everything could be taken back. The act
/// stays without an outcome, as if its process had been killed now: the next start compares the
/// record with the files and corrects it.
public final class UnsettledRecordException extends IOException {
  private static final long serialVersionUID = 1;
  private static final String REMEDY = "; what is recorded of it is corrected at the next start";

  private final Throwable failure;

  /// @param failure why the changes were not made
  public UnsettledRecordException(Throwable failure) {
    super(failure.getMessage() + REMEDY, failure);
    this.failure = failure;
  }

  /// Why the changes were not made.
  public Throwable failure() {
    return failure;
  }

  /// What a person is told besides that.
  public static String remedy() {
    return REMEDY;
  }
}
