// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// What a change of a file is: which lines, which class of change, compared without syntax trees.
///
/// Deliberately absent: who made it, and records. Start reading at [FileChange].
@NullMarked
package dev.writ.records.change;

import org.jspecify.annotations.NullMarked;
