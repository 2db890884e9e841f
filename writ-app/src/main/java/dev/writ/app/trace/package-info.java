// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// The ledger and what became of its lines in the forms that others read.
///
/// Deliberately absent: writing anything; who calls decides where the text goes. Start reading at
/// [SurvivingLines].
@NullMarked
package dev.writ.app.trace;

import org.jspecify.annotations.NullMarked;
