// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import java.util.Optional;

/// How much of a session a plain screen shows, where, and with which symbols.
///
/// @param place where the model's words go that aren't the answer
/// @param paint of a terminal that can move its cursor; empty where lines are plain
public record ScreenStyle(
    DetailLevel extent, OutputPlace place, ScreenSymbols symbols, Optional<PaintSource> paint) {
  /// How much is shown.
  public enum DetailLevel {
    /// The answer that ends the turn (`--quiet`).
    ANSWER,
    /// All that the model says.
    WORDS,
    /// Calls, too.
    CALLS,
    /// The changes and output of calls, too (`--verbose`).
    DETAILS
  }

  /// The destination of the model's words.
  public enum OutputPlace {
    /// All of them to the output, as they come.
    TOGETHER,
    /// The answer to the output, what comes before to the notes: the output is read by a program.
    APART
  }

  /// Everything on one screen.
  ///
  /// @param calls whether calls get a line (`ui.show_tool_calls`)
  public static ScreenStyle together(boolean calls) {
    return new ScreenStyle(
        calls ? DetailLevel.CALLS : DetailLevel.WORDS,
        OutputPlace.TOGETHER,
        ScreenSymbols.UNICODE,
        Optional.empty());
  }

  /// The same in words, for a screen reader.
  public ScreenStyle spoken() {
    return new ScreenStyle(extent, place, ScreenSymbols.SPOKEN, Optional.empty());
  }

  boolean isSpoken() {
    return symbols == ScreenSymbols.SPOKEN;
  }

  /// How lines look on the terminal.
  Optional<TerminalPaint> painted() {
    return paint.isPresent() ? paint.get().paint() : Optional.empty();
  }

  boolean shows(DetailLevel wanted) {
    return extent.compareTo(wanted) >= 0;
  }
}
