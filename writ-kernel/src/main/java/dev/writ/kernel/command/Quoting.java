// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

/// Writes a text as one word of the command language.
final class Quoting {
  private static final String PLAIN = "_@%+=:,./-";

  private Quoting() {}

  /// In single quotes where a letter of it could mean something.
  static String quoted(String text) {
    boolean plain = !text.isEmpty() && text.chars().allMatch(Quoting::isPlain);
    return plain ? text : always(text);
  }

  /// In single quotes.
  static String always(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static boolean isPlain(int letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9')
        || PLAIN.indexOf(letter) >= 0;
  }
}
