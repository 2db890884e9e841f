// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import dev.writ.base.value.ContentHash;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;

/// A key in memory.
public final class MemoryKey implements LedgerSigner {
  private final KeyPair pair;

  public MemoryKey() {
    try {
      pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  KeyPair pair() {
    return pair;
  }

  @Override
  public byte[] publicKey() {
    return pair.getPublic().getEncoded();
  }

  /// Its hash, by which checkpoints name it.
  public String id() {
    return ContentHash.of(publicKey());
  }

  @Override
  public byte[] sign(byte[] bytes) throws IOException {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(pair.getPrivate());
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
