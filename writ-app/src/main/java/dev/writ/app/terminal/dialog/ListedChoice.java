// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import java.util.List;
import java.util.Locale;

/// One of several things that a person can choose.
///
/// @param title a line
/// @param preview what is shown of it while it is the chosen one
/// @param contents in which words are searched besides the title
public record ListedChoice(String title, List<String> preview, String contents) {
  public ListedChoice {
    preview = List.copyOf(preview);
  }

  /// One without anything to look into.
  public static ListedChoice of(String title) {
    return new ListedChoice(title, List.of(), "");
  }

  /// Whether a text occurs in it, upper and lower case being the same.
  boolean has(String words) {
    String wanted = words.toLowerCase(Locale.ROOT);
    return title.toLowerCase(Locale.ROOT).contains(wanted)
        || contents.toLowerCase(Locale.ROOT).contains(wanted);
  }
}
