// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// Verifies a ledger against its chains, checkpoints and signatures, and reports the findings.
///
/// Deliberately absent: repair. Start reading at [LedgerVerifier].
@NullMarked
package dev.writ.records.verify;

import org.jspecify.annotations.NullMarked;
