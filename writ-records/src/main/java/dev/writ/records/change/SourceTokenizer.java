// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.records.change;

import dev.writ.records.change.LexicalSyntax.SourceTokenKind;
import dev.writ.records.change.LexicalSyntax.SyntaxTrait;

/// Cuts one text into tokens. It looks at each byte a bounded number of times and never fails.
final class SourceTokenizer {
  /// How long what stands between two single quotes may be where they may also stand alone.
  private static final int LONGEST_CHARACTER = 12;

  private final LexicalSyntax lexis;
  private final byte[] text;
  private final LexicalSyntax.TokenSequence tokens;
  private int at;

  /// The first place from which on a comment's end is known to be missing.
  private int endless = Integer.MAX_VALUE;

  SourceTokenizer(LexicalSyntax lexis, byte[] text) {
    this.lexis = lexis;
    this.text = text;
    this.tokens = new LexicalSyntax.TokenSequence(text);
  }

  LexicalSyntax.TokenSequence tokens() {
    while (at < text.length) {
      byte here = text[at];
      if (blank(here)) {
        at++;
      } else if (here == '\\'
          && at + 1 < text.length
          && (text[at + 1] == '\n' || text[at + 1] == '\r')) {
        at++; // the line continues
      } else if (!comment()) {
        token(here);
      }
    }
    return tokens;
  }

  private void token(byte here) {
    if (letter(here)) {
      word();
    } else if (digit(here)) {
      number();
    } else if (lexis.quotes().indexOf(here) >= 0) {
      quoted(here);
    } else if (here == '/' && lexis.traits().contains(SyntaxTrait.SLASH_REGEX) && mayBeginValue()) {
      regex();
    } else {
      tokens.add(SourceTokenKind.SIGN, at, ++at);
    }
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\f' || b == 0x0B;
  }

  private static boolean letter(byte b) {
    return b < 0 || ((b | 0x20) >= 'a' && (b | 0x20) <= 'z') || b == '_' || b == '$';
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }

  private boolean here(String wanted) {
    if (wanted.isEmpty() || text.length - at < wanted.length()) {
      return false;
    }
    for (int i = 0; i < wanted.length(); i++) {
      if (text[at + i] != wanted.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean comment() {
    int begin = at;
    boolean hash =
        lexis.traits().contains(SyntaxTrait.HASH)
            && text[at] == '#'
            && (at + 1 == text.length || text[at + 1] != '[');
    if (hash || here(lexis.line())) {
      while (at < text.length && (text[at] != '\n' || continued())) {
        at++;
      }
    } else if (begin < endless && here(lexis.open())) {
      if (!block()) {
        endless = begin;
        at = begin;
        return false;
      }
    } else {
      return false;
    }
    if (LexicalSyntax.directive(text, begin, at)) {
      tokens.add(SourceTokenKind.LITERAL, begin, at);
    }
    return true;
  }

  /// A backslash at the end of a line continues the comment in C, and is unusual elsewhere.
  private boolean continued() {
    int last = at - 1;
    if (last >= 0 && text[last] == '\r') {
      last--;
    }
    return last >= 0 && text[last] == '\\' && lexis.open().equals("/*");
  }

  private boolean block() {
    int depth = 0;
    while (at < text.length) {
      if (here(lexis.open()) && (depth == 0 || lexis.traits().contains(SyntaxTrait.NESTED))) {
        depth++;
        at += lexis.open().length();
      } else if (here(lexis.close())) {
        at += lexis.close().length();
        if (--depth == 0) {
          return true;
        }
      } else {
        at++;
      }
    }
    return false;
  }

  private void word() {
    int begin = at++;
    while (at < text.length && (letter(text[at]) || digit(text[at]))) {
      at++;
    }
    tokens.add(SourceTokenKind.WORD, begin, at);
  }

  private void number() {
    int begin = at;
    while (at < text.length
        && (letter(text[at])
            || digit(text[at])
            || (text[at] == '.' && at + 1 < text.length && digit(text[at + 1]))
            || (text[at] == '\'' && at + 1 < text.length && letterOrDigit(text[at + 1])))) {
      at++;
    }
    tokens.add(SourceTokenKind.LITERAL, begin, at);
  }

  private static boolean letterOrDigit(byte b) {
    return letter(b) || digit(b);
  }

  private void quoted(byte quote) {
    int begin = at;
    boolean triple =
        lexis.traits().contains(SyntaxTrait.TRIPLE)
            && at + 2 < text.length
            && text[at + 1] == quote
            && text[at + 2] == quote;
    int width = triple ? 3 : 1;
    boolean lone = quote == '\'' && lexis.traits().contains(SyntaxTrait.LONE_QUOTE);
    int end = end(quote, begin + width, triple, lone);
    if (end < 0 && lone && begin + 1 < text.length && letter(text[begin + 1])) {
      word(); // a lifetime
      return;
    }
    if (end < 0) {
      tokens.add(SourceTokenKind.SIGN, at, ++at);
      return;
    }
    at = begin + width;
    if (lexis.traits().contains(SyntaxTrait.INTERPOLATED) && holdsExpression(at, end)) {
      tokens.add(SourceTokenKind.SIGN, begin, at);
      inside(end);
    } else if (anyQuotes()) {
      tokens.add(SourceTokenKind.LITERAL, at, end);
    } else {
      tokens.add(SourceTokenKind.LITERAL, begin, end + width);
    }
    at = end + width;
  }

  /// The index of the closing quote; -1 if there is none.
  private int end(byte quote, int from, boolean triple, boolean lone) {
    int most = lone ? Math.min(text.length, from + LONGEST_CHARACTER) : text.length;
    for (int i = from; i < most; i++) {
      boolean second = i > from && text[i] != quote && text[i] >= 0;
      if (lone && second && text[from] != '\\' && lexis.traits().contains(SyntaxTrait.NESTED)) {
        return -1; // a character is one character; this is a lifetime
      }
      if (text[i] == '\\' && quote != '`') {
        i++;
      } else if (text[i] == quote) {
        if (!triple) {
          return i;
        }
        if (i + 2 < text.length && text[i + 1] == quote && text[i + 2] == quote) {
          return i;
        }
      } else if (text[i] == '\n' && !triple && quote != '`') {
        return -1;
      }
    }
    return -1;
  }

  /// Whether all quotes mean the same, as in Python and JavaScript, where formatters change them.
  private boolean anyQuotes() {
    return lexis.traits().contains(SyntaxTrait.SLASH_REGEX)
        || (lexis.traits().contains(SyntaxTrait.LAYOUT)
            && lexis.traits().contains(SyntaxTrait.TRIPLE));
  }

  private boolean holdsExpression(int from, int to) {
    for (int i = from; i < to; i++) {
      if (text[i] == '{'
          || text[i] == '$'
          || (text[i] == '\\' && i + 1 < to && text[i + 1] == '(')) {
        return true;
      }
    }
    return false;
  }

  /// The inside of a text with expressions: blank space counts, words may be names.
  private void inside(int end) {
    while (at < end) {
      if (letter(text[at])) {
        int begin = at;
        while (at < end && (letter(text[at]) || digit(text[at]))) {
          at++;
        }
        tokens.add(SourceTokenKind.WORD, begin, at);
      } else {
        tokens.add(SourceTokenKind.SIGN, at, ++at);
      }
    }
  }

  /// Whether a value may begin here, so that a slash is not a division.
  private boolean mayBeginValue() {
    int last = tokens.count() - 1;
    if (last < 0) {
      return true;
    }
    if (tokens.kind(last) == SourceTokenKind.SIGN) {
      String sign = tokens.text(last);
      return !sign.equals(")")
          && !sign.equals("]")
          && !sign.equals("}")
          && !sign.equals("<"); // the end of an element
    }
    String word = tokens.text(last);
    return word.equals("return") || word.equals("typeof") || word.equals("case");
  }

  private void regex() {
    int begin = at;
    boolean set = false;
    for (int i = at + 1; i < text.length && text[i] != '\n'; i++) {
      if (text[i] == '\\') {
        i++;
      } else if (text[i] == '[') {
        set = true;
      } else if (text[i] == ']') {
        set = false;
      } else if (text[i] == '/' && !set) {
        at = i + 1;
        tokens.add(SourceTokenKind.LITERAL, begin, at);
        return;
      }
    }
    tokens.add(SourceTokenKind.SIGN, at, ++at);
  }
}
