// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

/// A record that is in the ledger.
///
/// @param id its UUID
/// @param writer whose chain it is in
/// @param seq its place in that chain, from 1
/// @param hash of its raw line
public record AppendedRecord(String id, String writer, long seq, String hash) {}
