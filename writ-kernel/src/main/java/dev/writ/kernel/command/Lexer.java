// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import dev.writ.kernel.command.Constructs.Construct;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits a text into words and operators, once, from left to right. The first construct that isn't
/// in the language ends the text.
final class Lexer {
  enum Kind {
    WORD,
    /// Digits directly before a redirection.
    NUMBER,
    OPERATOR,
    END
  }

  /// @param operator the operator or the digits; empty for a word
  /// @param pieces of a word: what was quoted, be it nothing, and what wasn't
  record Token(Kind kind, String operator, List<Word.Piece> pieces, int start, int end) {}

  private static final String ENDS_WORD = " \t\n|&;<>()";

  /// What a shell may take for an expansion behind a `$`; other ASCII characters leave it a letter.
  private static final String EXPANDS = "{([@*#?-$!_`";

  private static final String ESCAPED_IN_DOUBLE_QUOTES = "$`\"\\";

  private final CharSequence text;
  private int at;
  private boolean begun;
  private @Nullable Unsupported refused;

  Lexer(CharSequence text) {
    this.text = text;
  }

  @Nullable Unsupported refused() {
    return refused;
  }

  /// Refuses the text; of several refusals the first counts. What follows isn't read.
  void refuse(Construct construct, int from, int to) {
    if (refused == null) {
      refused = new Unsupported(construct.name(), from, to - from, construct.rewrite());
    }
    at = text.length();
  }

  Token next() {
    skipBlanks();
    if (at < text.length() && letter() == '#') {
      refuse(Constructs.COMMENT, at, text.length());
    }
    int start = at;
    if (at == text.length()) {
      return new Token(Kind.END, "", List.of(), start, start);
    }
    begun = true;
    return ENDS_WORD.indexOf(letter()) >= 0 ? operator() : word();
  }

  private char letter() {
    return text.charAt(at);
  }

  private void skipBlanks() {
    int lineEnd = -1;
    while (at < text.length() && " \t\n".indexOf(letter()) >= 0) {
      lineEnd = letter() == '\n' && lineEnd < 0 ? at : lineEnd;
      at++;
    }
    // Line ends around the whole are nothing, between commands they are easily overlooked.
    if (lineEnd >= 0 && begun && at < text.length()) {
      refuse(Constructs.NEWLINE, lineEnd, lineEnd + 1);
    }
  }

  private Token operator() {
    int start = at;
    // What ends a word and is no blank begins one of them.
    Iterator<String> operators = Constructs.OPERATORS.iterator();
    String operator = operators.next();
    while (!startsWith(operator)) {
      operator = operators.next();
    }
    at += operator.length();
    return new Token(Kind.OPERATOR, operator, List.of(), start, at);
  }

  private boolean startsWith(String operator) {
    if (at + operator.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < operator.length(); i++) {
      if (text.charAt(at + i) != operator.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private Token word() {
    int start = at;
    Pieces pieces = new Pieces();
    while (at < text.length() && ENDS_WORD.indexOf(letter()) < 0) {
      switch (letter()) {
        case '\'' -> singleQuoted(pieces);
        case '"' -> doubleQuoted(pieces);
        case '\\' -> escaped(pieces);
        default -> {
          dollar(false);
          copy(pieces, false);
        }
      }
    }
    List<Word.Piece> found = pieces.list();
    if (refused == null && pieces.hasBraceExpansion()) {
      refuse(Constructs.BRACES, start, at);
    }
    boolean redirected = at < text.length() && (letter() == '<' || letter() == '>');
    if (redirected && found.size() == 1 && !found.getFirst().quoted()) {
      String before = found.getFirst().text();
      if (before.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return new Token(Kind.NUMBER, before, List.of(), start, at);
      }
      if (before.startsWith("{") && before.endsWith("}")) {
        refuse(Constructs.NAMED_DESCRIPTOR, start, at);
      }
    }
    return new Token(Kind.WORD, "", found, start, at);
  }

  /// Takes the next character as it is.
  private void copy(Pieces pieces, boolean quoted) {
    if (at == text.length()) {
      return;
    }
    char letter = letter();
    if (letter >= ' ' && letter < 0x7F) {
      pieces.add(letter, quoted); // nearly every letter of nearly every line
      at++;
      return;
    }
    String fault = Letters.fault(text, at, quoted);
    int size = Character.charCount(Character.codePointAt(text, at));
    if (fault != null) {
      String name = "%s (U+%04X)".formatted(fault, Character.codePointAt(text, at));
      refuse(new Construct(name, "leave it out or write a plain character"), at, at + size);
      return;
    }
    pieces.add(text.subSequence(at, at + size), quoted);
    at += size;
  }

  private void singleQuoted(Pieces pieces) {
    int start = at++;
    pieces.add("", true);
    while (at < text.length() && letter() != '\'') {
      copy(pieces, true);
    }
    close(start);
  }

  private void doubleQuoted(Pieces pieces) {
    int start = at++;
    pieces.add("", true);
    while (at < text.length() && letter() != '"') {
      if (letter() == '\\' && at + 1 < text.length()) {
        char next = text.charAt(at + 1);
        if (next == '\n') {
          refuse(Constructs.CONTINUATION, at, at + 2);
        } else if (ESCAPED_IN_DOUBLE_QUOTES.indexOf(next) >= 0) {
          at++;
        }
      } else {
        dollar(true);
      }
      copy(pieces, true);
    }
    close(start);
  }

  private void close(int start) {
    if (at == text.length()) {
      refuse(Constructs.UNCLOSED, start, start + 1);
    } else {
      at++;
    }
  }

  private void escaped(Pieces pieces) {
    if (at + 1 == text.length()) {
      refuse(Constructs.LONE_BACKSLASH, at, at + 1);
    } else if (text.charAt(at + 1) == '\n') {
      refuse(Constructs.CONTINUATION, at, at + 2);
    } else {
      at++;
      String fault = Letters.fault(text, at, false);
      // An escaped tab is a tab; what can't be seen stays refused.
      copy(pieces, fault == null || letter() == '\t');
    }
  }

  /// Refuses what a shell would expand at this place, outside of single quotes.
  private void dollar(boolean quoted) {
    char letter = letter();
    if (letter == '`') {
      refuse(Constructs.BACKTICKS, at, at + 1);
    }
    if (letter != '$' || at + 1 == text.length()) {
      return;
    }
    char next = text.charAt(at + 1);
    if (next == '(') {
      boolean arithmetic = at + 2 < text.length() && text.charAt(at + 2) == '(';
      refuse(arithmetic ? Constructs.ARITHMETIC : Constructs.SUBSTITUTION, at, at + 2);
    } else if (!quoted && (next == '\'' || next == '"')) {
      refuse(Constructs.DOLLAR_QUOTES, at, at + 2);
    } else if (quoted ? expands(next) : ENDS_WORD.indexOf(next) < 0) {
      refuse(Constructs.PARAMETER, at, at + 2);
    }
  }

  private static boolean expands(char next) {
    return next >= 0x7F || Character.isLetterOrDigit(next) || EXPANDS.indexOf(next) >= 0;
  }

  /// The parts of a word as they are read.
  private static final class Pieces {
    private final List<Word.Piece> done = new ArrayList<>();
    private final StringBuilder current = new StringBuilder();
    private boolean quoted;
    private boolean any;
    private int openBraces;
    private boolean listInBraces;
    private boolean braceExpansion;

    void add(CharSequence letters, boolean inQuotes) {
      begin(inQuotes);
      current.append(letters);
    }

    void add(char letter, boolean inQuotes) {
      begin(inQuotes);
      if (!inQuotes) {
        brace(letter);
      }
      current.append(letter);
    }

    private void begin(boolean inQuotes) {
      if (any && inQuotes != quoted) {
        finish();
      }
      any = true;
      quoted = inQuotes;
    }

    private void brace(char letter) {
      switch (letter) {
        case '{' -> openBraces++;
        case ',' -> listInBraces |= openBraces > 0;
        case '.' -> {
          boolean second = !current.isEmpty() && current.charAt(current.length() - 1) == '.';
          listInBraces |= second && openBraces > 0;
        }
        // How shells pair the braces behind the first list differs, so nobody is asked.
        case '}' -> {
          braceExpansion |= listInBraces;
          openBraces = Math.max(0, openBraces - 1);
        }
        default -> {}
      }
    }

    boolean hasBraceExpansion() {
      return braceExpansion;
    }

    private void finish() {
      if (any) {
        done.add(new Word.Piece(current.toString(), quoted));
        current.setLength(0);
      }
    }

    List<Word.Piece> list() {
      finish();
      return List.copyOf(done);
    }
  }
}
