// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.editor.EditorView;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.kernel.session.PersonQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// A question of the model: one of its answers, or another one.
public final class InquiryDialog implements TerminalDialog {
  private final PersonQuestion question;
  private final AnswerField editor;
  private final ReadingPause pause;
  private Optional<String> answer = Optional.empty();
  private int chosen;

  /// Asks that.
  ///
  /// @param keys for the text of an answer
  /// @param clock nanoseconds
  public InquiryDialog(PersonQuestion question, KeyBindings keys, LongSupplier clock) {
    this.question = question;
    this.editor = new AnswerField(keys);
    this.pause = new ReadingPause(clock);
  }

  /// The answer, once there is one.
  public Optional<String> answer() {
    return answer;
  }

  @Override
  public boolean takes(KeyboardInput input) {
    return pause.endsBefore();
  }

  @Override
  public boolean take(KeyboardInput input) {
    if (input instanceof KeyboardInput.Pasted(String text)) {
      editor.paste(text);
    } else if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
      press(key);
    }
    return answer.isPresent();
  }

  private void press(KeyPress key) {
    int options = question.options().size();
    boolean choosing = editor.isEmpty() && options > 0;
    int number = key.isTyped() ? key.character() - '1' : -1;
    if (key.equals(KeyPress.of(KeyPress.Name.ENTER))) {
      answer = choosing ? Optional.of(question.options().get(chosen)) : editor.entered();
    } else if (choosing && number >= 0 && number < options) {
      answer = Optional.of(question.options().get(number));
    } else if (choosing && List.of("Up", "Ctrl-P").contains(key.toString())) {
      chosen = Math.floorMod(chosen - 1, options);
    } else if (choosing && List.of("Down", "Ctrl-N").contains(key.toString())) {
      chosen = (chosen + 1) % options;
    } else {
      boolean _ = editor.press(key); // Esc closes nothing: the model waits for an answer
    }
  }

  @Override
  public ScreenFrame frame(int width, int rows) {
    pause.shown();
    List<StyledLine> lines = new ArrayList<>();
    question
        .question()
        .lines()
        .forEach(
            line ->
                lines.addAll(
                    LineWrap.wrap(
                        List.of(StyledSpan.of(line)),
                        width,
                        StyledLine.of(TextRole.WARNING, "? "),
                        StyledLine.of(TextRole.TEXT, "  "))));
    for (int i = 0; i < question.options().size(); i++) {
      boolean here = i == chosen && editor.isEmpty();
      String words = (here ? "› " : "  ") + (i + 1) + " " + question.options().get(i);
      lines.add(StyledLine.of(here ? TextRole.SELECTED : TextRole.TEXT, words).cut(width));
    }
    while (lines.size() > rows - 3 && lines.size() > 1) {
      lines.removeFirst();
    }
    lines.add(StyledLine.of(TextRole.DIM, "  a number or your answer; Enter sends").cut(width));
    EditorView view = editor.view(width, 2);
    int row = lines.size() + view.row();
    lines.addAll(view.lines());
    return new ScreenFrame(lines, row, view.column(), true);
  }

  @Override
  public String subject() {
    return question.question().replace('\n', ' ');
  }

  @Override
  public List<StyledLine> summary() {
    return List.of(
        StyledLine.of(new StyledSpan(TextRole.DIM, "? " + subject())),
        StyledLine.of(new StyledSpan(TextRole.PERSON, "› " + answer.orElse(""))));
  }
}
