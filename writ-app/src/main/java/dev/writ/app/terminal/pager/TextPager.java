// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.pager;

import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.CellWidth;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;

/// Shows a long text on the whole screen, with the keys of `less`.
public final class TextPager implements FullScreenView {
  private static final List<String> KEYS = List.of(" · q closes", " · / finds", " · [ prints");

  private final PagedText text;
  private List<StyledLine> lines = List.of();
  private List<Integer> starts = List.of();
  private int width;
  private int page = 1;
  private int top;
  private boolean atEnd;

  /// The index behind the last line that was shown.
  private int shownTo = -1;

  private boolean searching;
  private String words = "";
  private String note = "";

  /// What a key led to.
  public enum Outcome {
    /// The view stays.
    OPEN,
    /// The person has read it.
    CLOSED,
    /// The person wants the text in the terminal's own history.
    PRINT
  }

  /// A view that begins with the text's first part to be shown.
  ///
  /// @param width of the screen; [#frame] may get another one
  public TextPager(PagedText text, int width) {
    this.text = text;
    layOut(width);
    this.top = text.first() < starts.size() ? starts.get(text.first()) : 0;
  }

  /// The text.
  public PagedText text() {
    return text;
  }

  /// Whether the end of the text was shown last.
  public boolean isAtEnd() {
    return shownTo == lines.size();
  }

  /// Whether a key is for a search: it writes what is searched for, or goes to where that stands
  /// next. Others may have another meaning where the text is part of a question.
  public boolean searchesBy(KeyPress key) {
    return searching || (!words.isEmpty() && key.toString().equalsIgnoreCase("n"));
  }

  /// Takes what was typed.
  public Outcome take(KeyboardInput input) {
    note = "";
    if (input instanceof KeyboardInput.Pasted(String pasted) && searching) {
      words += pasted.lines().findFirst().orElse("");
    } else if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
      return searching ? search(key) : press(key);
    }
    return Outcome.OPEN;
  }

  private Outcome press(KeyPress key) {
    switch (key.toString()) {
      case "q", "Q", "Escape", "Ctrl-C", "Ctrl-O" -> {
        return Outcome.CLOSED;
      }
      case "[" -> {
        return Outcome.PRINT;
      }
      case "Down", "j", "Enter", "Ctrl-N", "Ctrl-E", "Ctrl-J" -> top++;
      case "Up", "k", "Ctrl-P", "Ctrl-Y", "Ctrl-K" -> top--;
      case "Page down", " ", "f", "Ctrl-F", "Ctrl-V" -> top += page;
      case "Page up", "b", "Ctrl-B", "Alt-V" -> top -= page;
      case "d", "Ctrl-D" -> top += page / 2;
      case "u", "Ctrl-U" -> top -= page / 2;
      case "g", "Home", "<", "Ctrl-Home" -> top = 0;
      case "G", "End", ">", "Ctrl-End" -> atEnd = true;
      case "}", "]" -> part(1);
      case "{" -> part(-1);
      case "/" -> {
        searching = true;
        words = "";
      }
      case "n" -> find(top + 1, 1);
      case "N" -> find(top - 1, -1);
      default -> {}
    }
    return Outcome.OPEN;
  }

  private Outcome search(KeyPress key) {
    if (key.isTyped()) {
      words += Character.toString(key.character());
      return Outcome.OPEN;
    }
    switch (key.name()) {
      case BACKSPACE -> {
        searching = !words.isEmpty();
        words = searching ? words.substring(0, CellWidth.clusterStart(words, words.length())) : "";
      }
      case ENTER -> {
        searching = false;
        find(top, 1);
      }
      default -> {
        searching = false;
        words = "";
      }
    }
    return Outcome.OPEN;
  }

  private void find(int from, int by) {
    if (words.isEmpty()) {
      return;
    }
    for (int i = from; i >= 0 && i < lines.size(); i += by) {
      if (place(lines.get(i).text(), 0) >= 0) {
        top = i;
        return;
      }
    }
    note = by > 0 ? "not found below: " + words : "not found above: " + words;
  }

  /// Where the words occur, upper and lower case being the same; negative where they don't.
  private int place(String line, int from) {
    for (int i = from; i + words.length() <= line.length(); i++) {
      if (line.regionMatches(true, i, words, 0, words.length())) {
        return i;
      }
    }
    return -1;
  }

  private void part(int by) {
    int next = by > 0 ? present() + 1 : starts.get(present()) < top ? present() : present() - 1;
    if (next >= 0 && next < starts.size()) {
      top = starts.get(next);
    }
  }

  /// The part at the top of the screen.
  private int present() {
    int part = 0;
    while (part + 1 < starts.size() && starts.get(part + 1) <= top) {
      part++;
    }
    return part;
  }

  private int begin(int part) {
    return part < starts.size() ? starts.get(part) : lines.size();
  }

  private int length(int part) {
    return begin(part + 1) - begin(part);
  }

  /// The whole screen; after its width has changed, about the same text is at its top.
  @Override
  public ScreenFrame frame(int columns, int rows) {
    page = Math.max(1, rows - 1);
    if (columns != width) {
      int part = present();
      int before = length(part);
      int into = top - begin(part);
      layOut(columns);
      top = begin(part) + (before == 0 ? 0 : into * length(part) / before);
    }
    int lastPage = Math.max(0, lines.size() - page);
    top = atEnd ? lastPage : top; // also the last part can stand at the top
    top = Math.clamp(top, 0, Math.max(lastPage, starts.isEmpty() ? 0 : starts.getLast()));
    atEnd = false;
    List<StyledLine> shown = new ArrayList<>();
    for (int i = top; i < Math.min(lines.size(), top + page); i++) {
      shown.add(marked(lines.get(i)));
    }
    shownTo = top + shown.size();
    while (shown.size() < page) {
      shown.add(StyledLine.EMPTY);
    }
    StyledLine last = lastLine().cut(columns);
    shown.add(last);
    int cursor = Math.min(last.width(), columns - 1);
    return new ScreenFrame(shown, shown.size() - 1, cursor, searching);
  }

  private void layOut(int columns) {
    width = columns;
    List<StyledLine> all = new ArrayList<>();
    List<Integer> begins = new ArrayList<>();
    for (PagedText.Part part : text.parts()) {
      if (!all.isEmpty()) {
        all.add(StyledLine.EMPTY);
      }
      begins.add(all.size());
      all.addAll(part.lines(width));
    }
    lines = all;
    starts = begins;
  }

  private StyledLine lastLine() {
    if (searching) {
      return StyledLine.of(TextRole.ACCENT, "/" + words);
    }
    if (!note.isEmpty()) {
      return StyledLine.of(TextRole.WARNING, note);
    }
    int end = Math.min(lines.size(), top + page);
    String place = "lines %d–%d of %d".formatted(Math.min(top + 1, end), end, lines.size());
    List<String> keys = new ArrayList<>(KEYS);
    if (starts.size() > 1) {
      keys.add(1, " · %s %d of %d: { }".formatted(text.noun(), present() + 1, starts.size()));
    }
    StringBuilder hints = new StringBuilder();
    for (String key : keys) {
      if (CellWidth.of(place + hints + key) > width) {
        break; // a narrow screen shows the first ones
      }
      hints.append(key);
    }
    return StyledLine.of(
        new StyledSpan(TextRole.ACCENT, place), new StyledSpan(TextRole.DIM, hints.toString()));
  }

  /// A line in which what was searched for stands out.
  private StyledLine marked(StyledLine line) {
    if (words.isEmpty() || searching || place(line.text(), 0) < 0) {
      return line;
    }
    List<StyledSpan> spans = new ArrayList<>();
    String all = line.text();
    int begin = 0; // of the span
    for (StyledSpan span : line.spans()) {
      int end = begin + span.text().length();
      int at = begin;
      while (at < end) {
        int found = found(all, at);
        boolean inside = found <= at;
        int until = Math.min(end, inside ? found + words.length() : found);
        TextRole role = inside ? TextRole.SELECTED : span.role();
        spans.add(new StyledSpan(role, all.substring(at, until)));
        at = until;
      }
      begin = end;
    }
    return new StyledLine(spans);
  }

  /// The occurrence that a place is in or before; the line's end where there is none.
  private int found(String line, int at) {
    int found = place(line, Math.max(0, at - words.length() + 1));
    while (found >= 0 && found + words.length() <= at) {
      found = place(line, found + 1);
    }
    return found < 0 ? line.length() : found;
  }
}
