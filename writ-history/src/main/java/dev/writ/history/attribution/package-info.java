// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// Attribution: the author of each line, from the ledger, wherever the lines are now. Design:
/// docs/decisions/0009-attribution.md.
///
/// Deliberately absent: an index that could grow stale, and hands. Start reading at
/// [LineAttribution].
@NullMarked
package dev.writ.history.attribution;

import org.jspecify.annotations.NullMarked;
