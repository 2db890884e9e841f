// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.hand;

import java.nio.charset.StandardCharsets;

/// How much of an output that still grows may be passed on, so that no character and no secret is
/// cut: a secret is recognised only where it stands whole.
public final class GrowingOutput {
  /// A text without any blank, or a key without an end, isn't waited for longer.
  private static final int MOST_BYTES = 16 * 1024;

  private static final String KEY = "-----BEGIN ";
  private static final String KEY_END = "-----END ";

  private GrowingOutput() {}

  /// Where the first whole word begins of an output whose beginning is lost; none is longer than
  /// what a secret may be.
  ///
  /// @param length how many of the bytes count
  static int begin(byte[] bytes, int length) {
    int most = Math.min(length, MOST_BYTES);
    int begin = 0;
    while (begin < most && !isBlank(bytes[begin])) {
      begin++;
    }
    return begin;
  }

  private static boolean isBlank(byte one) {
    return one == ' ' || one == '\t' || one == '\n';
  }

  /// Up to the last blank.
  ///
  /// @return how many bytes
  public static int end(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && !isBlank(bytes[end - 1])) {
      end--;
    }
    return keyless(bytes, end);
  }

  /// Up to the last end of a line.
  ///
  /// @return how many bytes
  public static int lines(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return keyless(bytes, end);
  }

  private static int keyless(byte[] bytes, int whole) {
    int end = whole;
    String latin = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
    int key = latin.lastIndexOf(KEY);
    if (key >= 0 && latin.indexOf(KEY_END, key) < 0) {
      end = key;
    }
    return bytes.length - end > MOST_BYTES ? bytes.length : end;
  }
}
