// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.editor.EditorView;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.editor.MessageEditor;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.markdown.DiffLines;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Asks whether a call may be performed. It can only be allowed once all of it was on the screen,
/// and no key counts that was typed before a person could have read the question.
public final class ApprovalDialog implements TerminalDialog {
  /// So long a question stands before a key counts.
  private static final long SETTLING_NANOS = 300_000_000L;

  private static final int LEAST_BODY = 3;

  private final Question question;
  private final LongSupplier clock;
  private final long opened;
  private final List<DialogChoice> choices = new ArrayList<>();
  private final KeyTable keys = new KeyTable();
  private Optional<MessageEditor> text = Optional.empty();
  private Optional<Answer> answer = Optional.empty();
  private boolean changing;
  private boolean seen;
  private boolean digest;
  private int chosen;
  private int first;
  private int page = LEAST_BODY;
  private int last;

  /// @param clock nanoseconds
  public ApprovalDialog(Question question, LongSupplier clock) {
    this.question = question;
    this.clock = clock;
    this.opened = clock.getAsLong();
    Choices offered = question.choices();
    choices.add(new DialogChoice(DialogChoice.Kind.ONCE, 'y', "Yes, once"));
    offered
        .grant()
        .ifPresent(
            words ->
                choices.add(
                    new DialogChoice(
                        DialogChoice.Kind.SESSION, 's', "For this session: " + words)));
    if (offered.forProject()) {
      offered
          .grant()
          .ifPresent(
              words ->
                  choices.add(
                      new DialogChoice(
                          DialogChoice.Kind.PROJECT, 'p', "For this project: " + words)));
    }
    offered
        .intent()
        .ifPresent(
            words ->
                choices.add(
                    new DialogChoice(DialogChoice.Kind.INTENT, 'i', "For the intent: " + words)));
    offered
        .editable()
        .ifPresent(
            part ->
                choices.add(
                    new DialogChoice(DialogChoice.Kind.CHANGE, 'e', "Change " + part.argument())));
    choices.add(new DialogChoice(DialogChoice.Kind.NO, 'n', "No (Tab: say why)"));
  }

  /// The answer, once there is one.
  public Optional<Answer> answer() {
    return answer;
  }

  @Override
  public boolean take(KeyboardInput input) {
    if (clock.getAsLong() - opened < SETTLING_NANOS) {
      return false;
    }
    if (input instanceof KeyboardInput.Pasted(String pasted)) {
      text.ifPresent(editor -> editor.paste(pasted));
    } else if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
      if (text.isPresent()) {
        write(text.get(), key);
      } else {
        press(key);
      }
    }
    return answer.isPresent();
  }

  private void press(KeyPress key) {
    switch (key.name()) {
      case UP -> chosen = Math.floorMod(chosen - 1, choices.size());
      case DOWN -> chosen = (chosen + 1) % choices.size();
      case PAGE_UP -> first = Math.max(0, first - page);
      case PAGE_DOWN -> first = Math.min(last, first + page);
      case HOME -> first = 0;
      case END -> first = last;
      case ENTER -> choose(choices.get(chosen));
      case ESCAPE -> answer = Optional.of(new Answer.No(""));
      case TAB -> comment();
      default -> character(key);
    }
  }

  private void character(KeyPress key) {
    if (!key.isTyped()) {
      return;
    }
    int letter = Character.toLowerCase(key.character());
    int number = letter - '1';
    if (number >= 0 && number < choices.size()) {
      chosen = number;
      choose(choices.get(number));
      return;
    }
    switch (letter) {
      case ' ' -> first = Math.min(last, first + page);
      case 'j' -> first = Math.min(last, first + 1);
      case 'k' -> first = Math.max(0, first - 1);
      case 'd' -> digest = !digest;
      default ->
          choices.stream()
              .filter(choice -> choice.letter() == letter)
              .findFirst()
              .ifPresent(this::choose);
    }
  }

  private void choose(DialogChoice choice) {
    chosen = choices.indexOf(choice);
    switch (choice.kind()) {
      case ONCE -> agree(Extent.ONCE);
      case SESSION -> agree(Extent.SESSION);
      case PROJECT -> agree(Extent.PROJECT);
      case INTENT -> agree(Extent.INTENT);
      case NO -> answer = Optional.of(new Answer.No(""));
      case CHANGE -> {
        MessageEditor editor = new MessageEditor();
        question.choices().editable().ifPresent(part -> editor.set(part.text()));
        changing = true;
        text = Optional.of(editor);
      }
    }
  }

  private void agree(Extent extent) {
    if (seen) {
      answer = Optional.of(new Answer.Yes(question.digest(), extent));
    } else {
      first = Math.min(last, first + page); // what was not on the screen yet is shown first
    }
  }

  private void comment() {
    changing = false;
    chosen = choices.size() - 1;
    text = Optional.of(new MessageEditor());
  }

  private void write(MessageEditor editor, KeyPress key) {
    if (key.name() == KeyPress.Name.ESCAPE) {
      text = Optional.empty();
    } else if (key.equals(KeyPress.of(KeyPress.Name.ENTER))) {
      String written = editor.message();
      answer = Optional.of(changing ? new Answer.Edited(written) : new Answer.No(written.strip()));
    } else if (key.isTyped()) {
      editor.type(key.character());
    } else if (key.name() == KeyPress.Name.UP || key.name() == KeyPress.Name.DOWN) {
      boolean _ = editor.vertical(key.name() == KeyPress.Name.UP ? -1 : 1);
    } else {
      boolean _ = keys.action(key).map(editor::apply).orElse(false);
    }
  }

  private List<StyledLine> body(int width) {
    List<StyledLine> lines = new ArrayList<>();
    for (String what : question.what()) {
      lines.addAll(
          LineWrap.wrap(
              List.of(new StyledSpan(TextRole.BOLD, what)),
              width,
              StyledLine.of(TextRole.WARNING, "? "),
              StyledLine.of(TextRole.TEXT, "  ")));
    }
    question
        .sections()
        .forEach(
            section -> {
              lines.addAll(LineWrap.chop(TextRole.ACCENT, "─── " + section.title(), width));
              lines.addAll(DiffLines.lines(section.lines(), width));
            });
    lines.addAll(labelled("why it asks: ", String.join("; ", question.reasons()), width));
    lines.addAll(labelled("intent: ", question.intent(), width));
    if (digest) {
      lines.addAll(labelled("digest: ", question.digest(), width));
    }
    return lines;
  }

  private static List<StyledLine> labelled(String label, String words, int width) {
    return LineWrap.wrap(
        List.of(StyledSpan.of(words)),
        width,
        StyledLine.of(TextRole.DIM, "  " + label),
        StyledLine.of(TextRole.TEXT, "    "));
  }

  @Override
  public ScreenFrame frame(int width, int rows) {
    List<StyledLine> body = body(width);
    int room = Math.clamp(rows - LEAST_BODY - 3L, 1, choices.size());
    int below = text.isPresent() ? Math.max(3, rows / 2 - 1) : room + 2;
    page = Math.max(LEAST_BODY - 1, rows - below - 1);
    last = Math.max(0, body.size() - page);
    first = Math.min(first, last);
    seen |= first == last;
    List<StyledLine> lines =
        new ArrayList<>(body.subList(first, Math.min(body.size(), first + page)));
    if (last > 0) {
      lines.add(position(body.size()).cut(width));
    }
    if (text.isPresent()) {
      return written(lines, text.get(), width, below - 1);
    }
    lines.add(
        StyledLine.of(
                TextRole.BOLD,
                seen ? "Allow it?" : "Allow it? Read to the end first (Space or PgDn)")
            .cut(width));
    int from = Math.clamp(chosen - room / 2, 0, choices.size() - room);
    for (int i = from; i < from + room; i++) {
      boolean here = i == chosen;
      DialogChoice choice = choices.get(i);
      String words = (here ? "› " : "  ") + (i + 1) + " " + choice.words() + " ";
      lines.add(
          StyledLine.of(
                  new StyledSpan(here ? TextRole.SELECTED : TextRole.TEXT, words),
                  new StyledSpan(TextRole.DIM, "(" + choice.letter() + ")"))
              .cut(width));
    }
    return new ScreenFrame(lines, lines.size() - room + chosen - from, 0, true);
  }

  private StyledLine position(int size) {
    return StyledLine.of(
        TextRole.DIM,
        "  lines %d to %d of %d; PgUp, PgDn"
            .formatted(first + 1, Math.min(size, first + page), size));
  }

  private ScreenFrame written(List<StyledLine> lines, MessageEditor editor, int width, int most) {
    lines.add(
        StyledLine.of(
                TextRole.BOLD,
                changing
                    ? "What instead? Enter: take it, Alt-Enter: new line, Esc: back"
                    : "No, because (Enter: say it, Esc: back)")
            .cut(width));
    EditorView view =
        EditorView.of(editor.draft(), editor.pasted(), "› ", width, Math.max(1, most - 1));
    int row = lines.size() + view.row();
    lines.addAll(view.lines());
    return new ScreenFrame(lines, row, view.column(), true);
  }

  @Override
  public List<StyledLine> summary() {
    String what = question.what().isEmpty() ? "" : question.what().getFirst();
    return answer
        .map(
            given ->
                switch (given) {
                  case Answer.Yes(var _, Extent extent) ->
                      summary(
                          TextRole.GOOD,
                          "✓ allowed" + (extent == Extent.ONCE ? "" : " for longer"),
                          what);
                  case Answer.No(String reason) ->
                      summary(
                          TextRole.ERROR,
                          "✗ refused" + (reason.isEmpty() ? "" : ": " + reason),
                          what);
                  case Answer.Edited _ -> summary(TextRole.WARNING, "✎ changed", what);
                  case Answer.Unavailable _ -> StyledLine.EMPTY;
                })
        .stream()
        .toList();
  }

  private static StyledLine summary(TextRole role, String how, String what) {
    return StyledLine.of(new StyledSpan(role, how), new StyledSpan(TextRole.DIM, "  " + what));
  }
}
