// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One of several things that a person can choose. The details are read when they are first needed,
/// so that a list is shown at once. Used by one thread at a time.
public final class ListedChoice {
  private final String title;
  private final Supplier<Details> source;
  private @Nullable Details read;

  /// @param title a line
  /// @param source reads the details, once
  public ListedChoice(String title, Supplier<Details> source) {
    this.title = title;
    this.source = source;
  }

  /// The details of a choice.
  ///
  /// @param preview the lines shown while it is the chosen one
  /// @param contents searched besides the title
  public record Details(List<String> preview, String contents) {
    public Details {
      preview = List.copyOf(preview);
    }
  }

  /// One without details.
  public static ListedChoice of(String title) {
    return new ListedChoice(title, () -> new Details(List.of(), ""));
  }

  /// The line of the list.
  public String title() {
    return title;
  }

  /// The details, read at the first call.
  public Details details() {
    Details known = read;
    if (known == null) {
      known = source.get();
      read = known;
    }
    return known;
  }

  /// Whether a text occurs in it, upper and lower case being the same.
  boolean has(String words) {
    String wanted = words.toLowerCase(Locale.ROOT);
    return title.toLowerCase(Locale.ROOT).contains(wanted)
        || details().contents().toLowerCase(Locale.ROOT).contains(wanted);
  }
}
