// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.base.value;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 in the one form in which hashes are written everywhere: `sha256:` and 64 hex digits.
public final class ContentHash {
  /// Looking the algorithm up takes longer than hashing a small file; a copy takes nothing.
  private static final MessageDigest BLANK = blank();

  private ContentHash() {}

  private static MessageDigest blank() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /// A SHA-256 that nothing was put into yet.
  public static MessageDigest digest() {
    try {
      return (MessageDigest) BLANK.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's SHA-256 can be copied", e);
    }
  }

  /// The hash of bytes.
  public static String of(byte[] bytes) {
    return written(digest().digest(bytes));
  }

  /// A SHA-256 in the form in which it is written.
  public static String written(byte[] sha256) {
    return "sha256:" + HexFormat.of().formatHex(sha256);
  }

  /// The first hex digits of the hash of a text in UTF-8.
  ///
  /// @param digits an even number
  public static String start(String text, int digits) {
    byte[] sha256 = digest().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(sha256, 0, digits / 2);
  }

  /// The hash of a text in UTF-8.
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
