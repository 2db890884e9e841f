// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;

/// Puts surrogate pairs together that a server split over two events: one half, escaped, ends a
/// piece of a text, and the other begins the next. A half alone is no text; so it is read as two
/// characters, one of which no text has (Unicode's noncharacters), until the pieces are known. A
/// half that stays alone becomes the replacement character.
public final class SplitPairs {
  private static final char MARK = '\uFDD0';
  private static final char FIRST = '\uE000';
  private static final char REPLACEMENT = '\uFFFD';
  private static final int UNIT_CHARS = "\\ud83d".length();

  private String held = "";

  /// Before the first piece.
  public SplitPairs() {}

  /// Reads an event of a stream, with halves for [#next] and [#mended].
  ///
  /// @throws JsonException where it is no JSON object
  public static Json.Obj readObject(String json) throws JsonException {
    return JsonReader.readObject(marked(json));
  }

  private static String marked(String json) {
    if (!json.contains("\\ud") && !json.contains("\\uD")) {
      return json;
    }
    StringBuilder out = new StringBuilder(json.length());
    int at = 0;
    while (at < json.length()) {
      char unit = unit(json, at);
      int length = json.charAt(at) == '\\' && at + 1 < json.length() ? 2 : 1;
      if (Character.isSurrogate(unit)) {
        boolean pair = Character.isSurrogatePair(unit, unit(json, at + UNIT_CHARS));
        length = pair ? 2 * UNIT_CHARS : UNIT_CHARS;
        if (!pair) {
          out.append(MARK).append((char) (FIRST + unit - Character.MIN_SURROGATE));
          at += length;
          continue;
        }
      }
      out.append(json, at, at + length);
      at += length;
    }
    return out.toString();
  }

  /// The character that is escaped there by its number; NUL where none is.
  private static char unit(String json, int at) {
    if (at + UNIT_CHARS > json.length() || !json.startsWith("\\u", at)) {
      return 0;
    }
    int unit = 0;
    for (int i = at + 2; i < at + UNIT_CHARS; i++) {
      int digit = Character.digit(json.charAt(i), 16);
      if (digit < 0) {
        return 0;
      }
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }

  /// The text of the next piece; half a character at its end waits for the one after it.
  String next(String piece) {
    if (held.isEmpty() && piece.indexOf(MARK) < 0) {
      return piece;
    }
    String whole = held + piece;
    int end = whole.length();
    boolean open = end >= 2 && Character.isHighSurrogate(half(whole, end - 2));
    held = open ? whole.substring(end - 2) : "";
    return mended(open ? whole.substring(0, end - 2) : whole);
  }

  /// What still waits, now that no piece follows.
  String end() {
    String rest = mended(held);
    held = "";
    return rest;
  }

  /// A whole text with its pairs, and without halves.
  static String mended(String text) {
    if (text.indexOf(MARK) < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      char half = half(text, at);
      char other = half(text, at + 2);
      if (half == 0) {
        out.append(text.charAt(at));
      } else if (Character.isSurrogatePair(half, other)) {
        out.append(half).append(other);
      } else {
        out.append(REPLACEMENT);
      }
      at += half == 0 ? 1 : Character.isSurrogatePair(half, other) ? 4 : 2;
    }
    return out.toString();
  }

  /// The half that is marked there; NUL where none is.
  private static char half(String text, int at) {
    if (at + 2 > text.length() || text.charAt(at) != MARK) {
      return 0;
    }
    int unit = text.charAt(at + 1) - FIRST + Character.MIN_SURROGATE;
    return unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE ? (char) unit : 0;
  }
}
