// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.status;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A part of the status line.
public enum StatusItem {
  /// Who answers.
  MODEL,
  /// The mode of work.
  MODE,
  /// What is declared.
  INTENT,
  /// How much of the window is used.
  CONTEXT,
  /// What the session cost.
  COST,
  /// The tokens of the session.
  TOKENS,
  /// What `/undo` would restore.
  UNDO,
  /// The branch of Git.
  BRANCH;

  /// What is shown where a person wants nothing else.
  public static final List<StatusItem> USUAL =
      List.of(MODEL, MODE, INTENT, CONTEXT, COST, UNDO, BRANCH);

  /// The items that are called so, such as `model`; a word that names none is left out.
  public static List<StatusItem> named(List<String> words) {
    return words.stream()
        .map(word -> word.toUpperCase(Locale.ROOT))
        .map(word -> Arrays.stream(values()).filter(item -> item.name().equals(word)).findFirst())
        .flatMap(Optional::stream)
        .toList();
  }
}
