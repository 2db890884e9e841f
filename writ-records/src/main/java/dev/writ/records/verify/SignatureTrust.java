// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import java.util.Set;

/// Whose signatures count when checkpoints are verified.
///
/// @param keys hashes of public keys
/// @param onlyThese whether a checkpoint that is signed with any other is broken
public record SignatureTrust(Set<String> keys, boolean onlyThese) {
  /// Every key; none is known.
  public static final SignatureTrust ANYBODY = new SignatureTrust(Set.of(), false);

  public SignatureTrust {
    keys = Set.copyOf(keys);
  }
}
