// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The place of a ledger line in its writer's chain.
///
/// @param id of the record
/// @param prev SHA-256 of the writer's line before it; null for the first
/// @param hash SHA-256 of this line
/// @param to behind its last byte in its block, without its end
@SuppressWarnings("ArrayRecordComponent") // immutable by convention
public record ChainLink(
    UUID id, String writer, long seq, byte @Nullable [] prev, byte[] hash, int to) {}
