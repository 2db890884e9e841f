// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.call;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 in the one form in which hashes are written everywhere: `sha256:` and 64 hex digits.
public final class Hash {
  private Hash() {}

  /// The hash of bytes.
  public static String of(byte[] bytes) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /// The hash of a text in UTF-8.
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
