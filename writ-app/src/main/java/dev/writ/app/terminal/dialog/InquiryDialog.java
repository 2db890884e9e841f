// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.editor.Editor;
import dev.writ.app.terminal.editor.EditorView;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.input.Input;
import dev.writ.app.terminal.input.Key;
import dev.writ.app.terminal.screen.Frame;
import dev.writ.app.terminal.screen.Line;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.Role;
import dev.writ.app.terminal.screen.Span;
import dev.writ.kernel.gate.Inquiry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A question of the model: one of its answers, or another one.
public final class InquiryDialog implements Dialog {
  private final Inquiry inquiry;
  private final Editor editor = new Editor();
  private final KeyTable keys = new KeyTable();
  private Optional<String> answer = Optional.empty();
  private int chosen;

  /// Asks that.
  public InquiryDialog(Inquiry inquiry) {
    this.inquiry = inquiry;
  }

  /// The answer, once there is one.
  public Optional<String> answer() {
    return answer;
  }

  @Override
  public boolean take(Input input) {
    if (input instanceof Input.Pasted(String text)) {
      editor.paste(text);
    } else if (input instanceof Input.Pressed(Key key)) {
      press(key);
    }
    return answer.isPresent();
  }

  private void press(Key key) {
    int options = inquiry.options().size();
    boolean choosing = editor.isEmpty() && options > 0;
    int number = key.isTyped() ? key.character() - '1' : -1;
    if (key.equals(Key.of(Key.Name.ENTER))) {
      answer = Optional.of(choosing ? inquiry.options().get(chosen) : editor.message());
    } else if (choosing && number >= 0 && number < options) {
      answer = Optional.of(inquiry.options().get(number));
    } else if (choosing && key.name() == Key.Name.UP) {
      chosen = Math.floorMod(chosen - 1, options);
    } else if (choosing && key.name() == Key.Name.DOWN) {
      chosen = (chosen + 1) % options;
    } else if (key.isTyped()) {
      editor.type(key.character());
    } else {
      boolean _ = keys.action(key).map(editor::apply).orElse(false);
    }
  }

  @Override
  public Frame frame(int width, int rows) {
    List<Line> lines = new ArrayList<>();
    inquiry
        .question()
        .lines()
        .forEach(
            line ->
                lines.addAll(
                    LineWrap.wrap(
                        List.of(Span.of(line)),
                        width,
                        Line.of(Role.WARNING, "? "),
                        Line.of(Role.TEXT, "  "))));
    for (int i = 0; i < inquiry.options().size(); i++) {
      boolean here = i == chosen && editor.isEmpty();
      String words = (here ? "› " : "  ") + (i + 1) + " " + inquiry.options().get(i);
      lines.add(Line.of(here ? Role.SELECTED : Role.TEXT, words).cut(width));
    }
    while (lines.size() > rows - 3 && lines.size() > 1) {
      lines.removeFirst();
    }
    lines.add(Line.of(Role.DIM, "  a number, or type an answer; Enter sends it").cut(width));
    EditorView view = EditorView.of(editor.draft(), editor.pasted(), "› ", width, 2);
    int row = lines.size() + view.row();
    lines.addAll(view.lines());
    return new Frame(lines, row, view.column(), true);
  }

  @Override
  public List<Line> summary() {
    return List.of(
        Line.of(new Span(Role.DIM, "? " + inquiry.question().replace('\n', ' '))),
        Line.of(new Span(Role.PERSON, "› " + answer.orElse(""))));
  }
}
