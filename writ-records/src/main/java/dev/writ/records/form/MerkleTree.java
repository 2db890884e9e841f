// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.value.ContentHash;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/// A Merkle tree that grows at its end, as RFC 6962 §2.1 has it: a leaf is SHA-256 over a zero byte
/// and the entry, a node SHA-256 over a one byte and its two children, the left child of `n`
/// entries has the greatest power of two that is smaller than `n`. An entry is the SHA-256 of a
/// record's line, 32 bytes. Only what the next root needs is kept.
public final class MerkleTree {
  private static final byte LEAF = 0;
  private static final byte NODE = 1;

  private final MessageDigest digest = ContentHash.digest();

  /// Roots of full trees, from the largest to the smallest, one per bit of [#size].
  private final List<byte[]> full = new ArrayList<>();

  private long size;

  /// Adds an entry.
  public void add(byte[] entry) {
    digest.update(LEAF);
    byte[] node = digest.digest(entry);
    for (long left = size; (left & 1) == 1; left >>= 1) {
      node = parent(full.removeLast(), node);
    }
    full.add(node);
    size++;
  }

  /// How many entries there are.
  public long size() {
    return size;
  }

  /// The tree's root.
  public byte[] root() {
    if (full.isEmpty()) {
      return digest.digest();
    }
    byte[] root = full.getLast();
    for (int i = full.size() - 2; i >= 0; i--) {
      root = parent(full.get(i), root);
    }
    return root;
  }

  private byte[] parent(byte[] left, byte[] right) {
    digest.update(NODE);
    digest.update(left);
    return digest.digest(right);
  }
}
