// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// Files of lines that only grow: the ledger, the audit log and the sessions are journals.
///
/// Deliberately absent: what a line means. Start reading at [Journal].
@NullMarked
package dev.writ.records.journal;

import org.jspecify.annotations.NullMarked;
