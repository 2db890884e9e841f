// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import java.util.List;

/// The changes of one file.
///
/// @param title what happened to it, in words
/// @param lines of a unified difference; none where there is nothing to compare
public record FileDifference(String title, List<String> lines) {
  public FileDifference {
    lines = List.copyOf(lines);
  }
}
