// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import java.io.IOException;

/// Signs with a person's own Ed25519 key.
public interface LedgerSigner {
  /// The public key, as SubjectPublicKeyInfo in DER.
  ///
  /// @throws IOException where the key can't be read or made
  byte[] publicKey() throws IOException;

  /// The signature of bytes (RFC 8032, 64 bytes).
  ///
  /// @throws IOException where the key can't be read or made
  byte[] sign(byte[] bytes) throws IOException;
}
