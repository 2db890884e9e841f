// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.pager;

import dev.writ.app.terminal.screen.StyledLine;
import java.util.ArrayList;
import java.util.List;

/// A long text to read, in parts.
///
/// @param noun what a part is, such as `call`
/// @param first the index of the part that is shown first
public record PagedText(String noun, List<Part> parts, int first) {
  /// A part of it.
  @FunctionalInterface
  public interface Part {
    /// Its lines, none of them wider than the screen.
    List<StyledLine> lines(int width);
  }

  public PagedText {
    parts = List.copyOf(parts);
  }

  /// All parts, one below the other.
  public List<StyledLine> lines(int width) {
    List<StyledLine> lines = new ArrayList<>();
    parts.forEach(part -> lines.addAll(part.lines(width)));
    return lines;
  }
}
