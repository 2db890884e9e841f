// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.editor.EditorView;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.pager.FullScreenView;
import dev.writ.app.terminal.pager.TextPager;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.approval.OfferedAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Asks whether a call may be performed. It can only be allowed once all of it was on the screen,
/// and no key counts that was typed before a person could have read the question.
public final class ApprovalDialog implements TerminalDialog {
  private static final int LEAST_BODY = 3;
  private static final KeyPress WHOLE = KeyPress.named("Ctrl-O");
  private static final KeyPress PAGE_DOWN = KeyPress.named("Page down");
  private static final KeyPress COMMENT = KeyPress.named("Tab");

  private final Question question;
  private final ReadingPause pause;
  private final List<OfferedAnswer> choices;
  private final KeyBindings keys;
  private final QuestionText body;
  private Optional<AnswerField> text = Optional.empty();

  /// All of the question on the whole screen, while the person reads it there.
  private Optional<TextPager> view = Optional.empty();

  private Optional<Answer> answer = Optional.empty();
  private OfferedAnswer writing;
  private boolean seen;
  private boolean details;

  /// Whether the person wants all of the question in the terminal's own history.
  private boolean printing;

  private int chosen;
  private int first;
  private int page = LEAST_BODY;
  private int last;

  /// @param keys for the text of an answer
  /// @param clock nanoseconds
  public ApprovalDialog(Question question, KeyBindings keys, LongSupplier clock) {
    this.question = question;
    this.body = new QuestionText(question);
    this.keys = keys;
    this.pause = new ReadingPause(clock);
    this.choices = question.answers();
    this.writing = choices.getFirst();
    this.chosen = choices.indexOf(OfferedAnswer.usual(choices));
  }

  /// The answer, once there is one.
  public Optional<Answer> answer() {
    return answer;
  }

  @Override
  public boolean takes(KeyboardInput input) {
    return pause.endsBefore() && (text.isPresent() || input instanceof KeyboardInput.Pressed);
  }

  @Override
  public boolean take(KeyboardInput input) {
    if (input instanceof KeyboardInput.Pasted(String pasted)) {
      text.ifPresent(editor -> editor.paste(pasted));
    } else if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
      if (text.isPresent()) {
        write(text.get(), key);
      } else if (view.isPresent()) {
        read(view.get(), key);
      } else {
        press(key);
      }
    }
    return answer.isPresent();
  }

  /// Takes a key while the question fills the screen: the answers' letters answer, the others are
  /// those of `less`.
  private void read(TextPager pager, KeyPress key) {
    boolean comments = key.equals(COMMENT) || key.toString().equalsIgnoreCase("c");
    Optional<OfferedAnswer> meant =
        pager.searchesBy(key)
            ? Optional.empty()
            : comments
                ? Optional.of(commented(key))
                : meant(key).filter(choice -> shown().toList().contains(choice));
    if (meant.isPresent() && !seen && !refuses(meant.get())) {
      TextPager.Outcome _ = pager.take(new KeyboardInput.Pressed(PAGE_DOWN));
    } else if (meant.isPresent()) {
      view = Optional.empty();
      if (comments) {
        comment(meant.get());
      } else {
        choose(meant.get());
      }
    } else {
      TextPager.Outcome outcome = pager.take(new KeyboardInput.Pressed(key));
      printing |= outcome == TextPager.Outcome.PRINT;
      view = outcome == TextPager.Outcome.OPEN ? view : Optional.empty();
    }
  }

  private void press(KeyPress key) {
    if (key.equals(WHOLE)) {
      view = Optional.of(new TextPager(body.paged(), 1));
      return;
    }
    switch (key.toString()) {
      case "Up", "Ctrl-P" -> chosen = Math.floorMod(chosen - 1, choices.size());
      case "Down", "Ctrl-N" -> chosen = (chosen + 1) % choices.size();
      case "Page up" -> first = Math.max(0, first - page);
      case "Page down", " " -> first = Math.min(last, first + page);
      case "j" -> first = Math.min(last, first + 1);
      case "k" -> first = Math.max(0, first - 1);
      case "Home" -> first = 0;
      case "End" -> first = last;
      case "Enter" -> choose(choices.get(chosen));
      case "Escape" -> answer = Optional.of(new Answer.No(""));
      case "Tab", "c", "C" -> comment(commented(key));
      default -> meant(key).ifPresent(this::choose);
    }
  }

  /// The answer that a comment is added to: to the chosen one by Tab, to the plain yes by a letter.
  private OfferedAnswer commented(KeyPress key) {
    return key.equals(COMMENT) ? choices.get(chosen) : choices.getFirst();
  }

  /// The answer that a letter or a number gives.
  private Optional<OfferedAnswer> meant(KeyPress key) {
    if (!key.isTyped()) {
      return Optional.empty();
    }
    int letter = Character.toLowerCase(key.character());
    return letter == 'i' ? offered('a') : numbered(letter).or(() -> offered(letter));
  }

  /// The answer in the place that a digit names.
  private Optional<OfferedAnswer> numbered(int digit) {
    int place = digit - '1';
    return place >= 0 && place < Math.min(choices.size(), 9)
        ? Optional.of(choices.get(place))
        : Optional.empty();
  }

  private Optional<OfferedAnswer> offered(int letter) {
    return OfferedAnswer.among(choices, letter);
  }

  private void choose(OfferedAnswer choice) {
    // What gives no answer yet leaves the chosen one: Enter and Tab still mean what they meant.
    switch (choice.kind()) {
      case ONCE, SHOWN, TASK, SESSION, PROJECT -> agree(choice, "");
      case NO -> answer = Optional.of(new Answer.No(""));
      case REASON -> comment(choice);
      case DETAILS -> details = !details;
      case CHANGE -> {
        AnswerField editor = new AnswerField(keys);
        question.choices().editable().ifPresent(part -> editor.set(part.text()));
        writing = choice;
        text = Optional.of(editor);
      }
    }
  }

  private void agree(OfferedAnswer choice, String comment) {
    Extent extent =
        switch (choice.kind()) {
          case SHOWN -> Extent.SHOWN;
          case TASK -> Extent.INTENT;
          case SESSION -> Extent.SESSION;
          case PROJECT -> Extent.PROJECT;
          case ONCE, CHANGE, NO, REASON, DETAILS -> Extent.ONCE;
        };
    if (seen) {
      answer = Optional.of(new Answer.Yes(question.digest(), extent, comment));
    } else {
      first = Math.min(last, first + page); // what was not on the screen yet is shown first
    }
  }

  /// Lets the person say something with an answer; nothing goes with those that have a text of
  /// their own.
  private void comment(OfferedAnswer choice) {
    if (!seen && !refuses(choice)) {
      first = Math.min(last, first + page);
      return;
    }
    boolean alone =
        choice.kind() == OfferedAnswer.AnswerOption.CHANGE
            || choice.kind() == OfferedAnswer.AnswerOption.DETAILS;
    writing = alone ? offered('n').orElse(choice) : choice;
    text = Optional.of(new AnswerField(keys));
  }

  private static boolean refuses(OfferedAnswer choice) {
    return choice.kind() == OfferedAnswer.AnswerOption.NO
        || choice.kind() == OfferedAnswer.AnswerOption.REASON;
  }

  private void write(AnswerField editor, KeyPress key) {
    if (key.equals(KeyPress.of(KeyPress.Name.ENTER))) {
      editor.entered().ifPresent(this::written);
    } else if (!editor.press(key)) {
      text = Optional.empty();
    }
  }

  private void written(String message) {
    text = Optional.empty();
    switch (writing.kind()) {
      case CHANGE -> answer = Optional.of(new Answer.Edited(message));
      case NO, REASON, DETAILS -> answer = Optional.of(new Answer.No(message.strip()));
      case ONCE, SHOWN, TASK, SESSION, PROJECT -> agree(writing, message.strip());
    }
  }

  /// An answer with the keys that give it besides its letter: Enter the one that is chosen, Esc the
  /// plain no.
  private OfferedAnswer marked(OfferedAnswer choice) {
    if (view.isPresent()) {
      return choice; // Enter and Esc move and close there
    }
    List<String> others = new ArrayList<>();
    if (choices.indexOf(choice) == chosen) {
      others.add("Enter");
    }
    if (choice.kind() == OfferedAnswer.AnswerOption.NO) {
      others.add("Esc");
    }
    return others.isEmpty() ? choice : choice.with(" (" + String.join(", ", others) + ")");
  }

  /// The answers to choose from; on the whole screen, the details are shown already.
  private Stream<OfferedAnswer> shown() {
    return choices.stream()
        .filter(choice -> view.isEmpty() || choice.kind() != OfferedAnswer.AnswerOption.DETAILS);
  }

  /// The answers, as many in a line as fit, all of their words.
  ///
  /// @param rows gets the line of each answer
  private List<StyledLine> answers(int width, List<Integer> rows) {
    List<StyledLine> lines = new ArrayList<>();
    List<OfferedAnswer> shown = shown().map(this::marked).toList();
    for (List<OfferedAnswer> row : OfferedAnswer.rows(shown, width, 0)) {
      List<StyledSpan> spans = new ArrayList<>();
      for (OfferedAnswer choice : row) {
        boolean here = rows.size() == chosen && view.isEmpty();
        rows.add(lines.size());
        spans.add(StyledSpan.of(spans.isEmpty() ? "" : "  "));
        spans.add(new StyledSpan(here ? TextRole.SELECTED : TextRole.TEXT, choice.label()));
      }
      StyledLine margin = StyledLine.of(TextRole.TEXT, "  ");
      lines.addAll(LineWrap.wrap(spans, width, margin, margin));
    }
    return lines;
  }

  /// The keys of all answers, and below them the words of the chosen one: for a screen on which the
  /// words of all have no room.
  private List<StyledLine> brief(int width) {
    StyledLine margin = StyledLine.of(TextRole.TEXT, "  ");
    List<StyledSpan> keysOfAll = new ArrayList<>();
    for (OfferedAnswer choice : shown().toList()) {
      keysOfAll.add(StyledSpan.of(keysOfAll.isEmpty() ? "" : " "));
      boolean here = choices.indexOf(choice) == chosen && view.isEmpty();
      keysOfAll.add(
          new StyledSpan(here ? TextRole.SELECTED : TextRole.TEXT, "[" + choice.key() + "]"));
    }
    List<StyledLine> lines = new ArrayList<>(LineWrap.wrap(keysOfAll, width, margin, margin));
    if (view.isPresent()) {
      return lines; // no answer is chosen there
    }
    String words = marked(choices.get(chosen)).words();
    lines.addAll(LineWrap.wrap(List.of(StyledSpan.of(words)), width, margin, margin));
    return lines;
  }

  @Override
  public ScreenFrame frame(int width, int rows) {
    pause.shown();
    List<Integer> places = new ArrayList<>();
    List<StyledLine> answers = answers(width, places);
    int most = Math.max(1, rows - LEAST_BODY - 2);
    boolean isBrief = answers.size() > most;
    answers = isBrief ? brief(width) : answers;
    int room = Math.min(most, answers.size());
    int below = text.isPresent() ? Math.max(3, rows / 2 - 1) : room;
    int whole = rows - below;
    List<StyledLine> all = body.lines(width, details, whole);
    page = all.size() <= whole ? whole : Math.max(1, whole - 2);
    last = Math.max(0, all.size() - page);
    first = Math.min(first, last);
    seen |= first == last;
    List<StyledLine> lines =
        new ArrayList<>(all.subList(first, Math.min(all.size(), first + page)));
    if (last > 0) {
      lines.add(QuestionText.position(first + 1, first + page, all.size(), width));
    }
    if (text.isPresent()) {
      return written(lines, text.get(), width, below - 1);
    }
    if (!seen) {
      String words = "  Read to the end first (Space or PgDn)";
      lines.add(StyledLine.of(TextRole.WARNING, words).cut(width));
    }
    int here = isBrief ? 0 : places.get(chosen);
    int from = Math.clamp(here - room / 2, 0, answers.size() - room);
    int row = lines.size() + here - from;
    lines.addAll(answers.subList(from, from + room));
    return new ScreenFrame(lines, row, 0, true);
  }

  @Override
  public Optional<FullScreenView> whole() {
    return view.map(pager -> (columns, rows) -> whole(pager, columns, rows));
  }

  @Override
  public List<StyledLine> takePrinted(int width) {
    List<StyledLine> printed = printing ? body.paged().lines(width) : List.of();
    printing = false;
    return printed;
  }

  /// The question on the whole screen, with the answers below it.
  private ScreenFrame whole(TextPager pager, int width, int rows) {
    List<StyledLine> answers = answers(width, new ArrayList<>());
    answers = answers.size() > rows / 3 ? brief(width) : answers;
    answers = answers.subList(0, Math.min(answers.size(), Math.max(1, rows / 3)));
    ScreenFrame read = pager.frame(width, rows - answers.size());
    seen |= pager.isAtEnd();
    return read.above(answers);
  }

  private ScreenFrame written(List<StyledLine> lines, AnswerField editor, int width, int most) {
    lines.add(
        StyledLine.of(
                TextRole.BOLD,
                switch (writing.kind()) {
                  case CHANGE -> "  What instead? Enter: take it, Alt-Enter: new line, Esc: back";
                  case NO, REASON, DETAILS -> "  No, because (Enter: say it, Esc: back)";
                  case ONCE, SHOWN, TASK, SESSION, PROJECT ->
                      "  Yes, and (Enter: say it, Esc: back)";
                })
            .cut(width));
    EditorView view = editor.view(width, Math.max(1, most - 1));
    int row = lines.size() + view.row();
    lines.addAll(view.lines());
    return new ScreenFrame(lines, row, view.column(), true);
  }

  @Override
  public String subject() {
    return question.what().isEmpty() ? "" : question.what().getFirst();
  }

  /// What the line of the call itself won't say: yes and no stand there.
  @Override
  public List<StyledLine> summary() {
    String what = subject();
    return switch (answer.orElse(new Answer.Unavailable())) {
      case Answer.Yes(var _, var _, String comment) ->
          comment.isEmpty() ? List.of() : summary(TextRole.GOOD, "✓ allowed: " + comment, what);
      case Answer.Edited _ -> summary(TextRole.WARNING, "✎ changed", what);
      case Answer.No _, Answer.TypedConsent _, Answer.Unavailable _ -> List.of();
    };
  }

  private static List<StyledLine> summary(TextRole role, String how, String what) {
    return List.of(
        StyledLine.of(new StyledSpan(role, how), new StyledSpan(TextRole.DIM, "  " + what)));
  }
}
