// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import java.util.List;

/// The candidates for the word at the cursor.
///
/// @param start where the word begins
/// @param chosen which candidate is chosen
public record EditorCompletion(int start, List<Candidate> candidates, int chosen) {
  /// One of them.
  ///
  /// @param text what the word becomes
  /// @param meaning what it is; may be empty
  /// @param whole whether the message can be sent as it is then
  public record Candidate(String text, String meaning, boolean whole) {}

  public EditorCompletion {
    candidates = List.copyOf(candidates);
  }

  /// With the next candidate chosen, or the one before.
  public EditorCompletion moved(int by) {
    return new EditorCompletion(start, candidates, Math.floorMod(chosen + by, candidates.size()));
  }

  /// The chosen one.
  public Candidate candidate() {
    return candidates.get(chosen);
  }
}
