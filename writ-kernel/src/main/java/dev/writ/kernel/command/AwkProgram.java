// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.kernel.command;

import java.util.List;
import java.util.Set;

/// Awk runs programs with `system` and through pipes, and opens connections.
final class AwkProgram {
  /// Behind these a slash begins a regular expression; elsewhere it may be a division.
  private static final String BEFORE_EXPRESSION = "(,{;!~&|\n";

  private final String text;
  private int at;

  private AwkProgram(String text) {
    this.text = text;
  }

  static Layer layer(Command command) {
    List<Word> words = command.words();
    int start =
        Wrappers.skipOptions(
            words, 1, Set.of(), Set.of("-F", "-v", "--field-separator", "--assign"));
    boolean known = start > 0 && start < words.size() && words.get(start) instanceof Word.Literal;
    return known && !new AwkProgram(words.get(start).plain()).runsOthers()
        ? Layer.plain(command)
        : Layer.opaque(command, "awk may run another program", command.arguments());
  }

  private boolean runsOthers() {
    if (text.contains("/inet")) {
      return true;
    }
    char before = '\n';
    while (at < text.length()) {
      char letter = text.charAt(at);
      if (letter == '"' || (letter == '/' && BEFORE_EXPRESSION.indexOf(before) >= 0)) {
        skip(letter);
      } else if (text.startsWith("||", at)) {
        at++;
      } else if (letter == '|' || letter == '@' || letter == '#' || isSystem()) {
        return true;
      }
      before = letter == ' ' || letter == '\t' ? before : letter;
      at++;
    }
    return false;
  }

  private boolean isSystem() {
    return text.startsWith("system", at);
  }

  /// To the end of a string or regular expression.
  private void skip(char end) {
    at++;
    while (at < text.length() && text.charAt(at) != end) {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
  }
}
