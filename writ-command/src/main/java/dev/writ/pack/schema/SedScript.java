// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

import dev.writ.command.language.RegularExpression;

/// The part of `sed`'s language that only prints, deletes and substitutes: no `w`, `W`, `r`, `R`,
/// `e`, and no `w` or `e` after a substitution. Forms that implementations read differently are not
/// part of it.
final class SedScript {
  private static final String PLAIN_COMMANDS = "=dDpPgGhHxnNlzF";
  private static final String TEXT_COMMANDS = "aic";
  private static final String BRANCH_COMMANDS = "btT:";
  private static final String QUIT_COMMANDS = "qQ";
  private static final String SUBSTITUTE_FLAGS = "gpiImM0123456789";

  private final String text;
  private int at;

  private SedScript(String text) {
    this.text = text;
  }

  static boolean isHarmless(String script) {
    return new SedScript(script).commands();
  }

  private boolean commands() {
    while (true) {
      skip(" \t\n;");
      if (end()) {
        return true;
      }
      if (!addresses() || !command()) {
        return false;
      }
    }
  }

  private boolean end() {
    return at >= text.length();
  }

  private char peek() {
    return end() ? '\0' : text.charAt(at);
  }

  private void skip(String chars) {
    while (!end() && chars.indexOf(peek()) >= 0) {
      at++;
    }
  }

  private boolean addresses() {
    if (!address()) {
      return false;
    }
    skip(" \t");
    if (peek() == ',') {
      at++;
      skip(" \t");
      if (peek() == '+' || peek() == '~') {
        at++;
      }
      if (!address()) {
        return false;
      }
    }
    skip(" \t!");
    return true;
  }

  /// An address, or none.
  private boolean address() {
    switch (peek()) {
      case '$' -> at++;
      case '/' -> {
        at++;
        if (!part('/', true)) {
          return false;
        }
        skip("IM");
      }
      case '\\' -> {
        return false;
      }
      default -> skip("0123456789~");
    }
    return true;
  }

  private boolean command() {
    char command = peek();
    at++;
    if (command == '{') {
      return true;
    }
    if (command == '}' || PLAIN_COMMANDS.indexOf(command) >= 0) {
      return ended();
    }
    if (QUIT_COMMANDS.indexOf(command) >= 0) {
      skip(" 0123456789");
      return ended();
    }
    if (BRANCH_COMMANDS.indexOf(command) >= 0) {
      skip(" ");
      while (Character.isLetterOrDigit(peek()) || peek() == '_') {
        at++;
      }
      return ended();
    }
    if (TEXT_COMMANDS.indexOf(command) >= 0) {
      // The text extends to the end; with line breaks its end depends on the implementation.
      boolean oneLine = text.indexOf('\n', at) < 0 && !text.endsWith("\\");
      at = text.length();
      return oneLine;
    }
    return switch (command) {
      case 's' -> twoParts(true) && flags();
      case 'y' -> twoParts(false) && ended();
      default -> false;
    };
  }

  private boolean flags() {
    skip(SUBSTITUTE_FLAGS);
    return ended();
  }

  private boolean ended() {
    skip(" \t");
    return end() || "\n;}".indexOf(peek()) >= 0;
  }

  private boolean twoParts(boolean expression) {
    char delimiter = peek();
    if (end()
        || delimiter >= 128
        || Character.isLetterOrDigit(delimiter)
        || "\\\n ;".indexOf(delimiter) >= 0) {
      return false;
    }
    at++;
    return part(delimiter, expression) && part(delimiter, false);
  }

  /// Goes behind the next delimiter, if all implementations agree where that is.
  private boolean part(char delimiter, boolean expression) {
    int end = expression ? RegularExpression.end(text, at, delimiter) : plainEnd(delimiter);
    at = end + 1;
    return end >= 0;
  }

  /// The index of the next delimiter that no backslash precedes, or -1.
  private int plainEnd(char delimiter) {
    int end = at;
    while (end < text.length() && text.charAt(end) != delimiter) {
      if (text.charAt(end) == '\n') {
        return -1;
      }
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    return end < text.length() ? end : -1;
  }
}
