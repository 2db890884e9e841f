// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// The change of a file: its lines and its class, compared without syntax trees.
///
/// Deliberately absent: who made it, and records. Start reading at [FileChange].
@NullMarked
package dev.writ.records.change;

import org.jspecify.annotations.NullMarked;
