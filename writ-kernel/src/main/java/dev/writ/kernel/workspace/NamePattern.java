// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.workspace;

import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// A pattern as POSIX has it, letter by letter: each either stands for itself or is active.
final class NamePattern {
  private final String text;
  private final BitSet active;

  /// @param text without quotes
  /// @param active the places of unquoted letters
  private NamePattern(String text, BitSet active) {
    this.text = text;
    this.active = active;
  }

  static NamePattern of(CommandWord.Pattern pattern) {
    StringBuilder text = new StringBuilder();
    BitSet active = new BitSet();
    for (CommandWord.WordPiece piece : pattern.pieces()) {
      active.set(text.length(), text.length() + piece.text().length(), !piece.quoted());
      text.append(piece.text());
    }
    return new NamePattern(text.toString(), active);
  }

  /// The letters, without quotes.
  String text() {
    return text;
  }

  /// The patterns between the slashes.
  List<NamePattern> split() {
    List<NamePattern> parts = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || text.charAt(i) == '/') {
        parts.add(part(from, i));
        from = i + 1;
      }
    }
    return parts;
  }

  private NamePattern part(int from, int to) {
    return new NamePattern(text.substring(from, to), active.get(from, to));
  }

  /// Whether nothing in it is active.
  boolean isPlain() {
    for (int i = 0; i < text.length(); i++) {
      if (active.get(i) && "*?[".indexOf(text.charAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  /// Whether a name matches; time is linear in pattern times name.
  boolean matches(String name) {
    boolean dotted = !text.isEmpty() && text.charAt(0) == '.';
    if (name.startsWith(".") && !dotted) {
      return false;
    }
    int p = 0;
    int n = 0;
    int star = -1;
    int retry = 0;
    while (n < name.length()) {
      int end = p < text.length() && !isStar(p) ? single(p, name.charAt(n)) : -1;
      if (end >= 0) {
        p = end;
        n++;
      } else if (p < text.length() && isStar(p)) {
        star = p++;
        retry = n;
      } else if (star >= 0) {
        p = star + 1;
        n = ++retry;
      } else {
        return false;
      }
    }
    while (p < text.length() && isStar(p)) {
      p++;
    }
    return p == text.length();
  }

  private boolean isStar(int at) {
    return active.get(at) && text.charAt(at) == '*';
  }

  /// The position in the pattern after matching one letter; -1 if it does not match.
  private int single(int at, char letter) {
    char c = text.charAt(at);
    if (active.get(at) && c == '?') {
      return at + 1;
    }
    int close = active.get(at) && c == '[' ? close(at) : -1;
    if (close > 0) {
      return inClass(at + 1, close, letter) ? close + 1 : -1;
    }
    return c == letter ? at + 1 : -1;
  }

  /// The end of a bracket expression; -1 where it has none and the bracket stands for itself.
  private int close(int open) {
    int first = open + 1;
    if (first < text.length() && isNegation(first)) {
      first++;
    }
    for (int i = first + 1; i < text.length(); i++) {
      if (active.get(i) && text.charAt(i) == ']') {
        return i;
      }
    }
    return -1;
  }

  private boolean isNegation(int at) {
    return active.get(at) && (text.charAt(at) == '!' || text.charAt(at) == '^');
  }

  private boolean inClass(int from, int to, char letter) {
    boolean negated = isNegation(from);
    int i = negated ? from + 1 : from;
    boolean found = false;
    while (i < to) {
      boolean range = i + 2 < to && active.get(i + 1) && text.charAt(i + 1) == '-';
      char last = text.charAt(range ? i + 2 : i);
      found |= letter >= text.charAt(i) && letter <= last;
      i += range ? 3 : 1;
    }
    return found != negated;
  }
}
