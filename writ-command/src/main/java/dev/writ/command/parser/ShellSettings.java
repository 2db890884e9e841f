// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.parser;

import dev.writ.command.language.CommandWord;
import dev.writ.command.lexer.CommandLexer;
import dev.writ.command.lexer.CommandLexer.TokenKind;
import dev.writ.command.lexer.WordBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of `set -e`, `set -u` and `set -o pipefail`. Unset variables are always an error.
///
/// @param stops whether what fails ends the line
/// @param watchesPipes whether a pipeline fails with each of its commands
record ShellSettings(boolean stops, boolean watchesPipes) {
  /// Reads the words behind `set` and goes behind the `;`, the `&&` or the line end that follows
  /// them.
  ///
  /// @return null where they say anything else
  static @Nullable ShellSettings read(TokenReader tokens) {
    Deque<String> words = new ArrayDeque<>();
    while (tokens.token().kind() == TokenKind.WORD) {
      List<CommandWord.WordPiece> pieces = tokens.token().pieces();
      boolean plain = pieces.size() == 1 && !tokens.token().braces();
      words.add(plain ? WordBuilder.plain(pieces) : "");
      tokens.advance();
    }
    boolean ends =
        tokens.isOperator(";")
            || tokens.isOperator("&&")
            || tokens.isOperator(CommandLexer.LINE_END);
    ShellSettings settings = of(words);
    if (!ends || settings == null) {
      return null;
    }
    tokens.advance();
    return settings;
  }

  private static @Nullable ShellSettings of(Deque<String> words) {
    List<String> names = new ArrayList<>();
    boolean known = !words.isEmpty();
    while (!words.isEmpty()) {
      String letters = words.removeFirst();
      known &= letters.matches("-[eu]*o?") && letters.length() > 1;
      names.addAll(List.of(letters.split("")));
      if (letters.endsWith("o")) {
        String name = words.isEmpty() ? "" : words.removeFirst();
        known &= List.of("errexit", "nounset", "pipefail").contains(name);
        names.add(name);
      }
    }
    return known
        ? new ShellSettings(
            names.contains("e") || names.contains("errexit"), names.contains("pipefail"))
        : null;
  }
}
