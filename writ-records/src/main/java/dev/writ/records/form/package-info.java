// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
/// The form of records: the strict reader of their lines, chains, Merkle trees, checkpoints and
/// signatures.
///
/// Deliberately absent: deciding what is recorded. Start reading at [RecordForm].
@NullMarked
package dev.writ.records.form;

import org.jspecify.annotations.NullMarked;
