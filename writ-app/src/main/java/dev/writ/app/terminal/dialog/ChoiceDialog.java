// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.CellWidth;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// A list of which a person, who asked for it, chooses one. What is typed searches in titles and
/// contents; the chosen one is shown below the list.
public final class ChoiceDialog implements TerminalDialog {
  private static final int PAGE = 5;

  private final String question;
  private final List<ListedChoice> choices;
  private String words = "";
  private List<Integer> shown;
  private int chosen;

  /// Whether the list was on the screen; the person called for it and needs no pause.
  private boolean listed;

  private boolean over;
  private OptionalInt answer = OptionalInt.empty();

  /// Asks that.
  public ChoiceDialog(String question, List<ListedChoice> choices) {
    this.question = question;
    this.choices = List.copyOf(choices);
    this.shown = matching();
  }

  /// The index of the chosen one, once it is chosen.
  public OptionalInt answer() {
    return answer;
  }

  @Override
  public boolean takes(KeyboardInput input) {
    return listed;
  }

  @Override
  public boolean take(KeyboardInput input) {
    if (input instanceof KeyboardInput.Pasted(String text)) {
      search(words + text.strip().replaceAll("\\s+", " "));
    } else if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
      press(key);
    }
    return over;
  }

  private void press(KeyPress key) {
    if (key.isTyped()) {
      search(words + Character.toString(key.character()));
      return;
    }
    switch (key.toString()) {
      case "Up", "Ctrl-P", "Shift-Tab" -> move(-1);
      case "Down", "Ctrl-N", "Tab" -> move(1);
      case "Page up" -> move(-PAGE);
      case "Page down" -> move(PAGE);
      case "Home" -> move(-choices.size());
      case "End" -> move(choices.size());
      case "Backspace", "Shift-Backspace", "Ctrl-H" -> {
        if (!words.isEmpty()) {
          search(words.substring(0, CellWidth.clusterStart(words, words.length())));
        }
      }
      case "Ctrl-U", "Ctrl-W" -> search("");
      case "Escape" -> {
        over = words.isEmpty();
        search("");
      }
      case "Enter" -> {
        if (!shown.isEmpty()) {
          answer = OptionalInt.of(shown.get(chosen));
          over = true;
        }
      }
      default -> {}
    }
  }

  private void move(int by) {
    chosen = Math.clamp(chosen + (long) by, 0, Math.max(0, shown.size() - 1));
  }

  private void search(String other) {
    words = other;
    shown = matching();
    chosen = 0;
  }

  private List<Integer> matching() {
    return IntStream.range(0, choices.size())
        .filter(i -> choices.get(i).has(words))
        .boxed()
        .toList();
  }

  @Override
  public ScreenFrame frame(int width, int rows) {
    listed = true;
    List<StyledLine> preview = preview(width, Math.max(0, rows / 2 - 2));
    int room = Math.max(1, rows - preview.size() - 2);
    int size = Math.min(room, shown.size());
    int from = Math.clamp(chosen - size / 2L, 0, shown.size() - size);
    List<StyledLine> lines = new ArrayList<>();
    lines.add(heading().cut(width));
    for (int i = from; i < from + size; i++) {
      boolean here = i == chosen;
      String title = (here ? "› " : "  ") + choices.get(shown.get(i)).title();
      lines.add(StyledLine.of(here ? TextRole.SELECTED : TextRole.TEXT, title).cut(width));
    }
    if (shown.isEmpty()) {
      lines.add(StyledLine.of(TextRole.DIM, "  nothing has these words; Esc shows all").cut(width));
    }
    lines.addAll(preview);
    String head = "  search: " + words;
    lines.add(StyledLine.of(TextRole.ACCENT, head).cut(width));
    return new ScreenFrame(lines, lines.size() - 1, Math.min(CellWidth.of(head), width - 1), true);
  }

  private StyledLine heading() {
    String count = shown.size() == choices.size() ? "" : shown.size() + " of ";
    return StyledLine.of(
        new StyledSpan(TextRole.BOLD, question),
        new StyledSpan(TextRole.DIM, "  " + count + choices.size() + " · Enter, arrows, Esc"));
  }

  private List<StyledLine> preview(int width, int most) {
    List<StyledLine> lines = new ArrayList<>();
    if (!shown.isEmpty() && most > 1) {
      StyledLine margin = StyledLine.of(TextRole.DIM, "  │ ");
      for (String line : choices.get(shown.get(chosen)).details().preview()) {
        lines.addAll(
            LineWrap.wrap(List.of(new StyledSpan(TextRole.DIM, line)), width, margin, margin));
      }
    }
    return lines.subList(0, Math.min(most, lines.size()));
  }

  @Override
  public String subject() {
    return question;
  }

  @Override
  public List<StyledLine> summary() {
    return List.of();
  }
}
