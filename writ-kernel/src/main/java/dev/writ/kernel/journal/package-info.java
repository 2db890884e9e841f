// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// Files of lines that only grow: the ledger, the audit log and the sessions are journals.
///
/// Deliberately absent: what a line means. Exported only to the application, which keeps sessions
/// in it. Start reading at [Journal].
@NullMarked
package dev.writ.kernel.journal;

import org.jspecify.annotations.NullMarked;
