// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// The end of a regular expression between two delimiters, in the programs of `sed` and `awk`.
/// Implementations differ about a delimiter, a backslash or a bracket inside `[…]`: an ambiguous
/// expression has no end here.
public final class RegularExpression {
  private RegularExpression() {}

  /// The index of the delimiter that ends it, or -1 where there is none that all agree about.
  ///
  /// @param from the index behind the delimiter that begins it
  public static int end(String text, int from, char delimiter) {
    int at = from;
    while (at >= 0 && at < text.length() && text.charAt(at) != delimiter) {
      at =
          switch (text.charAt(at)) {
            case '\n' -> -1;
            case '\\' -> at + 2;
            case '[' -> behindBracket(text, at + 1, delimiter);
            default -> at + 1;
          };
    }
    return at < text.length() ? at : -1;
  }

  /// The index behind a bracket expression, or -1.
  private static int behindBracket(String text, int from, char delimiter) {
    int at = text.startsWith("^", from) ? from + 1 : from;
    boolean literalEnd = text.startsWith("]", at);
    if (literalEnd) {
      at++;
    }
    while (at < text.length()) {
      char c = text.charAt(at);
      char next = at + 1 < text.length() ? text.charAt(at + 1) : '\n';
      if (c == ']') {
        return at + 1;
      }
      boolean named = c == '[' && ":.=".indexOf(next) >= 0;
      if (c == delimiter || c == '\n' || (c == '[' && literalEnd)) {
        return -1;
      }
      if (c == '\\') {
        if (literalEnd || "[]\n".indexOf(next) >= 0) {
          return -1;
        }
        at += 2;
      } else if (named) {
        at = behindName(text, at + 2, next);
        if (at < 0) {
          return -1;
        }
      } else {
        at++;
      }
    }
    return -1;
  }

  /// The index behind `:]` of a class such as `[:alpha:]`, or -1.
  private static int behindName(String text, int from, char kind) {
    int at = from;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    return text.startsWith(kind + "]", at) ? at + 2 : -1;
  }
}
