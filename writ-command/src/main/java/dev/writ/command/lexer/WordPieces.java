// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.lexer;

import dev.writ.command.language.CommandWord;
import java.util.ArrayList;
import java.util.List;

/// The parts of a word as they are read.
final class WordPieces {
  private final List<CommandWord.WordPiece> done = new ArrayList<>();
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
      // Shells pair the braces after the first list differently, so there is no common answer.
      case '}' -> {
        braceExpansion |= listInBraces;
        openBraces = Math.max(0, openBraces - 1);
      }
      default -> {}
    }
  }

  boolean isEmpty() {
    return !any;
  }

  /// Whether what was read so far begins with `NAME=`.
  boolean isAssignment() {
    return done.isEmpty()
        ? any && !quoted && WordBuilder.isAssignment(current)
        : !done.getFirst().quoted() && WordBuilder.isAssignment(done.getFirst().text());
  }

  boolean hasBraceExpansion() {
    return braceExpansion;
  }

  private void finish() {
    if (any) {
      done.add(new CommandWord.WordPiece(current.toString(), quoted));
      current.setLength(0);
    }
  }

  List<CommandWord.WordPiece> list() {
    finish();
    return List.copyOf(done);
  }
}
