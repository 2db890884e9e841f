// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// Who wrote which line: read out of the ledger, wherever the lines are now. How and why:
/// docs/decisions/0009-attribution.md.
///
/// Deliberately absent: an index that could grow stale, and hands. Start reading at
/// [LineAttribution].
@NullMarked
package dev.writ.history.attribution;

import org.jspecify.annotations.NullMarked;
