// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.editor;

import dev.writ.app.terminal.screen.CellWidth;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;

/// The candidates for the word at the cursor.
///
/// @param start where the word begins
/// @param chosen which candidate is chosen
public record EditorCompletion(int start, List<Candidate> candidates, int chosen) {
  private static final int SHOWN = 9;

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

  /// The list around the chosen one.
  ///
  /// @param most so many lines at most
  public List<StyledLine> lines(int width, int most) {
    int size = candidates.size();
    int room = Math.min(most, SHOWN);
    int shown = size > room ? Math.max(1, room - 1) : size;
    int from = Math.clamp(chosen - shown / 2, 0, size - shown);
    List<Candidate> some = candidates.subList(from, from + shown);
    int longest = some.stream().mapToInt(one -> CellWidth.of(one.text())).max().orElse(0);
    List<StyledLine> lines = new ArrayList<>();
    for (Candidate one : some) {
      boolean here = one.equals(candidate());
      String gap = " ".repeat(longest - CellWidth.of(one.text()) + 2);
      StyledSpan name =
          new StyledSpan(
              here ? TextRole.SELECTED : TextRole.TEXT, (here ? "› " : "  ") + one.text());
      lines.add(StyledLine.of(name, new StyledSpan(TextRole.DIM, gap + one.meaning())).cut(width));
    }
    if (shown < size) {
      String place = "  " + (chosen + 1) + " of " + size + " · arrows, Tab, Esc";
      lines.add(StyledLine.of(TextRole.DIM, place).cut(width));
    }
    return lines;
  }

  /// The chosen one.
  public Candidate candidate() {
    return candidates.get(chosen);
  }
}
