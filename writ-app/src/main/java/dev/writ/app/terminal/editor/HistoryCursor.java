// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Walks through older messages, and searches them. The draft that was there before comes back.
public final class HistoryCursor {
  private final MessageHistory history;
  private int index = -1;
  private String draft = "";
  private Optional<String> query = Optional.empty();
  private int found = -1;

  /// Walks through that history.
  public HistoryCursor(MessageHistory history) {
    this.history = history;
  }

  /// The message before; nothing where there is none.
  ///
  /// @param present what is written now
  public Optional<String> previous(String present) {
    List<String> all = history.messages();
    if (index == 0 || all.isEmpty()) {
      return Optional.empty();
    }
    if (index < 0 || index > all.size()) {
      draft = present;
      index = all.size();
    }
    index--;
    return Optional.of(all.get(index));
  }

  /// The message after, at last the draft; nothing where that is shown.
  public Optional<String> next() {
    List<String> all = history.messages();
    if (index < 0) {
      return Optional.empty();
    }
    index++;
    if (index >= all.size()) {
      index = -1;
      return Optional.of(draft);
    }
    return Optional.of(all.get(index));
  }

  /// Begins anew: something was written or sent.
  public void reset() {
    index = -1;
    query = Optional.empty();
  }

  /// Begins a search.
  public void search() {
    query = Optional.of("");
    found = history.messages().size();
  }

  /// The search text, while a search is in progress.
  public Optional<String> query() {
    return query;
  }

  /// Searches for another text, from the newest on.
  public void query(String text) {
    query = Optional.of(text);
    found = history.messages().size();
    older();
  }

  /// Continues to the next older message that contains the text.
  public void older() {
    go(-1);
  }

  /// Goes back to the next newer message that contains the text.
  public void newer() {
    go(1);
  }

  private void go(int by) {
    String wanted = query.orElse("").toLowerCase(Locale.ROOT);
    List<String> all = history.messages();
    for (int i = found + by; i >= 0 && i < all.size(); i += by) {
      if (all.get(i).toLowerCase(Locale.ROOT).contains(wanted)) {
        found = i;
        return;
      }
    }
  }

  /// The match.
  public Optional<String> found() {
    List<String> all = history.messages();
    return query.isPresent() && found >= 0 && found < all.size()
        ? Optional.of(all.get(found))
        : Optional.empty();
  }

  /// Ends the search.
  public void endSearch() {
    query = Optional.empty();
  }
}
