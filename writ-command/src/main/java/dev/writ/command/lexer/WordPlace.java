// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import dev.writ.command.lexer.CommandLexer.CommandToken;
import dev.writ.command.lexer.CommandLexer.TokenKind;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The place of a line's next word: it decides whether an unquoted value there is split into words
/// (POSIX 2018, 2.6.5 and 2.9.1).
///
/// @param beginsCommand whether a command begins there, or an assignment before it
/// @param isTarget whether it is the target of a redirection
record WordPlace(boolean beginsCommand, boolean isTarget) {
  static final WordPlace START = new WordPlace(true, false);

  /// Words behind which a command begins.
  private static final Set<String> OPENING =
      Set.of("if", "then", "elif", "else", "do", "{", "!", "while", "until");

  private static final Pattern PATTERN = Pattern.compile("[\\w./-]*[*?\\[][\\w./*?\\[\\]!-]*");

  /// The place behind a token.
  WordPlace after(CommandToken token) {
    if (token.kind() == TokenKind.OPERATOR) {
      String operator = token.operator();
      boolean redirects =
          operator.startsWith("<") || operator.startsWith(">") || operator.startsWith("&>");
      return new WordPlace(!redirects, redirects);
    }
    return new WordPlace(beginsCommand && isBeforeCommand(token), false);
  }

  /// Whether a value is one word as it is.
  static boolean isOneWord(String value) {
    return !value.isEmpty() && value.chars().noneMatch(c -> isBlank(c) || isActive(c));
  }

  /// Whether a value is a pattern, and nothing that other expansions could see in it.
  static boolean isPattern(String value) {
    return PATTERN.matcher(value).matches();
  }

  /// Whether a word of a value is itself or a pattern.
  static boolean isKnown(String word) {
    return isOneWord(word) || isPattern(word);
  }

  private static boolean isActive(int letter) {
    return "*?[\\".indexOf(letter) >= 0;
  }

  /// The words of a value that isn't quoted.
  static List<String> words(String value) {
    return value.isBlank() ? List.of() : List.of(value.strip().split("[ \\t\\n]+", -1));
  }

  private static boolean isBlank(int letter) {
    return " \t\n".indexOf(letter) >= 0;
  }

  private static boolean isBeforeCommand(CommandToken word) {
    return WordBuilder.isAssignment(word.pieces())
        || (word.pieces().size() == 1
            && !word.pieces().getFirst().quoted()
            && OPENING.contains(word.pieces().getFirst().text()));
  }
}
