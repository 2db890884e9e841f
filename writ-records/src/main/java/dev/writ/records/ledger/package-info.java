// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// The append-only trace of every mutation: what changed, under which intent, by whom.
///
/// Deliberately absent: changing or removing a record. Start reading at [Ledger].
@NullMarked
package dev.writ.records.ledger;

import org.jspecify.annotations.NullMarked;
