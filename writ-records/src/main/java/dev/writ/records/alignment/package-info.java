// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// Maps lines of one text to lines of another: pure comparison of line forms, without texts where
/// only hashes exist.
///
/// Deliberately absent: files, records, and who wrote what. Start reading at [LineForm], then
/// [LineAlignment].
@NullMarked
package dev.writ.records.alignment;

import org.jspecify.annotations.NullMarked;
