// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.app.front.ScreenStyle.DetailLevel;
import dev.writ.app.front.ScreenStyle.OutputPlace;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.GrowingText;
import java.io.PrintStream;
import java.util.Optional;

/// The model's words on their way to the output: escaped, whole characters, and every message ends
/// its line before other output. If the answer is separate, a message is held until it is known not
/// to be the answer.
final class MessageWords {
  private static final String LABEL = "writ: ";

  private final PrintStream out;
  private final PrintStream notes;
  private final ScreenStyle style;
  private final boolean streams;

  /// Begun but not shown: the first half of a character, line ends that may be the last.
  private String held = "";

  private final GrowingText kept = new GrowingText();

  /// Loaded for a screen reader only.
  private final Optional<SpokenMarkdown> spoken;

  /// Loaded for a terminal only.
  private Optional<DrawnMarkdown> drawn = Optional.empty();

  private boolean labelled;
  private boolean isComplete;

  /// Some of a message is shown that is not complete yet.
  private boolean isBegun;

  private boolean atLineStart = true;

  MessageWords(PrintStream out, PrintStream notes, ScreenStyle style) {
    this.out = out;
    this.notes = notes;
    this.style = style;
    this.spoken = style.isSpoken() ? Optional.of(new SpokenMarkdown()) : Optional.empty();
    this.streams = style.place() == OutputPlace.TOGETHER && style.shows(DetailLevel.WORDS);
  }

  /// More of a message.
  void append(String text) {
    if (streams && style.painted().isPresent()) {
      draw(text, style.painted().get());
      return;
    }
    if (streams) {
      stream(spoken.isPresent() ? aloud(spoken.get(), text) : text);
      return;
    }
    if (isComplete) {
      passed();
    }
    kept.append(text);
  }

  private void draw(String text, TerminalPaint paint) {
    if (drawn.isEmpty()) {
      drawn = Optional.of(new DrawnMarkdown(paint));
    }
    out.flush();
    drawn.get().append(text);
    isBegun |= !text.isBlank();
  }

  /// Whole lines of a message, the first one with the name of who says it.
  private String aloud(SpokenMarkdown markdown, String text) {
    String lines = markdown.append(text);
    boolean first = !labelled && !lines.isBlank();
    labelled |= first;
    return first ? LABEL + lines.stripLeading() : lines;
  }

  private void stream(String text) {
    String whole = held + text;
    int end = whole.length();
    if (end > 0 && Character.isHighSurrogate(whole.charAt(end - 1))) {
      end--;
    }
    while (end > 0 && whole.charAt(end - 1) == '\n') {
      end--;
    }
    int begin = 0;
    while (atLineStart && begin < end && whole.charAt(begin) == '\n') {
      begin++;
    }
    held = whole.substring(end);
    if (begin < end) {
      out.print(DisplayText.text(whole.substring(begin, end)));
      out.flush();
      atLineStart = false;
      isBegun = true;
    }
  }

  /// The message is whole; whether it was the answer is not known yet.
  void complete() {
    isComplete = true;
    isBegun = false;
  }

  /// The text so far was not the answer, and other output follows now.
  void passed() {
    endLine();
    String text = kept.toString().strip();
    if (!text.isEmpty() && style.shows(DetailLevel.WORDS)) {
      notes.println(DisplayText.text(text));
    }
    over();
  }

  /// Something else is shown now, which says nothing of the message: it may still be the answer.
  void interrupted() {
    endLine();
  }

  /// What came of the message is void.
  ///
  /// @return whether some of it was shown
  boolean withdraw() {
    boolean shown = isBegun;
    endLine();
    over();
    return shown;
  }

  private void over() {
    kept.clear();
    isComplete = false;
    isBegun = false;
  }

  /// The turn's answer.
  void answer(String text) {
    if (!streams && !text.isBlank()) {
      out.println(DisplayText.text(text.strip()));
    }
    over();
    endLine();
  }

  private void endLine() {
    if (drawn.isPresent()) {
      drawn.get().end();
    }
    if (spoken.isPresent()) {
      String rest = spoken.get().end();
      if (!rest.isEmpty()) {
        stream(labelled ? rest : LABEL + rest);
      }
      labelled = false;
    }
    if (!atLineStart) {
      out.println();
      out.flush();
      atLineStart = true;
    }
    held = "";
  }

  void flush() {
    out.flush();
  }
}
