// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// Writes a text as one word of the command language.
final class ShellQuoting {
  private static final String PLAIN = "_@%+=:,./-";

  private ShellQuoting() {}

  /// In single quotes where a letter of it could mean something.
  static String quoted(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPlain(text.charAt(i))) {
        return always(text);
      }
    }
    return text.isEmpty() ? always(text) : text;
  }

  /// In single quotes.
  static String always(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static boolean isPlain(char letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9')
        || PLAIN.indexOf(letter) >= 0;
  }
}
