// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.form;

import java.util.Arrays;

/// Reads the bytes of a record in Writ's own form. It does not recognise another form of the same
/// JSON.
final class RecordCursor {
  /// The positions of a record's id and of its chain members.
  static final int WRITER = 0;

  static final int SEQ = 1;
  static final int PREV = 2;
  static final int ID = 3;
  private static final int CAPTURES = 4;

  private static final int QUOTE = '"';
  private static final int ESCAPE = '\\';

  byte[] bytes = new byte[0];
  int at;
  int end;

  /// The alternative that a shape matched last.
  int variant;

  private final int[] from = new int[CAPTURES];
  private final int[] to = new int[CAPTURES];

  void begin(byte[] of, int first, int behind) {
    bytes = of;
    at = first;
    end = behind;
  }

  int from(int capture) {
    return from[capture];
  }

  int to(int capture) {
    return to[capture];
  }

  void capture(int which, int first, int behind) {
    from[which] = first;
    to[which] = behind;
  }

  /// Goes over that text, if it stands here.
  boolean literal(byte[] text) {
    int behind = at + text.length;
    if (behind > end || !Arrays.equals(bytes, at, behind, text, 0, text.length)) {
      return false;
    }
    at = behind;
    return true;
  }

  /// Goes over that character, if it stands here.
  boolean is(char c) {
    if (at < end && bytes[at] == c) {
      at++;
      return true;
    }
    return false;
  }

  /// Goes over a string in quotes.
  boolean string() {
    if (!is('"')) {
      return false;
    }
    int i = at;
    while (i < end) {
      int c = bytes[i];
      if (c == QUOTE) {
        at = i + 1;
        return true;
      }
      if (c == ESCAPE) {
        i = escape(i);
      } else if (c >= ' ') {
        i++;
      } else if (c < 0) {
        i = character(i);
      } else {
        return false; // a control character
      }
      if (i < 0) {
        return false;
      }
    }
    return false;
  }

  /// Behind an escape; -1 where it is none.
  private int escape(int i) {
    if (i + 1 >= end) {
      return -1;
    }
    return switch (bytes[i + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> i + 2;
      case 'u' -> unit(i + 2);
      default -> -1;
    };
  }

  private int unit(int i) {
    if (i + 4 > end) {
      return -1;
    }
    for (int k = i; k < i + 4; k++) {
      if (bytes[k] < 0 || Character.digit(bytes[k], 16) < 0) {
        return -1;
      }
    }
    return i + 4;
  }

  /// Behind a character of several bytes in UTF-8; -1 where it is none (RFC 3629).
  private int character(int i) {
    int first = bytes[i] & 0xff;
    if (first < 0xc2 || first > 0xf4) {
      return -1;
    }
    int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (i + length > end) {
      return -1;
    }
    int second = bytes[i + 1] & 0xff;
    int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) {
      return -1;
    }
    for (int k = i + 2; k < i + length; k++) {
      if ((bytes[k] & 0xc0) != 0x80) {
        return -1;
      }
    }
    return i + length;
  }

  /// Goes over a whole number without sign, point or exponent, of at most 18 digits.
  boolean whole() {
    int start = at;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    int length = at - start;
    return length > 0 && length <= 18 && (length == 1 || bytes[start] != '0');
  }

  /// The whole number that was captured.
  long number(int capture) {
    long number = 0;
    for (int i = from[capture]; i < to[capture]; i++) {
      number = 10 * number + (bytes[i] - '0');
    }
    return number;
  }
}
