// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.OfferedAnswer;
import dev.writ.kernel.session.PersonQuestion;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Asks a person by lines: the acts, the reasons, the reach, and the answers. Long texts are
/// omitted at first, with their extent; they must be shown before a yes is accepted. Whatever is
/// shown, what is to be done and why stand right above the answers. Any other input repeats the
/// question.
public final class LineApprover implements Approver {
  /// Ends a text of several lines.
  private static final String END = ".";

  private static final int COLUMNS = 79;

  /// Below so many rows the acts stand again.
  private static final int NEAR_ROWS = 12;

  private final AnswerSource lines;
  private final Consumer<String> screen;
  private final UnaryOperator<String> emphasis;
  private final QuestionForm form;

  /// The source of a person's answers.
  public interface AnswerSource {
    /// The first line typed after this call, or empty in unattended runs. Earlier input, even
    /// without a line end, is not an answer.
    ///
    /// @param prompt shows what is asked for, once the next line is the answer
    /// @throws InterruptedException when the turn is aborted meanwhile
    Optional<String> next(Runnable prompt) throws InterruptedException;

    /// The same for single keys as answers, if the terminal provides them.
    ///
    /// @param prompt shows what is asked for, once the next key is the answer
    /// @throws InterruptedException when the turn is aborted meanwhile
    default Optional<String> key(Runnable prompt) throws InterruptedException {
      return next(prompt);
    }

    /// The lines up to the one that ends them, without it; nothing where the input ended before.
    ///
    /// @param prompt shows that a line is asked for
    /// @throws InterruptedException when the turn is aborted meanwhile
    Optional<List<String>> upTo(String end, Runnable prompt) throws InterruptedException;

    /// The next line, also where it was begun before; nothing where the input ended.
    ///
    /// @param prompt shows that a line is asked for
    /// @throws InterruptedException when the turn is aborted meanwhile
    Optional<String> rest(Runnable prompt) throws InterruptedException;
  }

  /// Asks on a screen and takes answers from lines.
  public LineApprover(AnswerSource lines, PrintStream screen) {
    this(lines, screen, QuestionForm.ROWS);
  }

  /// The same in another form.
  public LineApprover(AnswerSource lines, PrintStream screen, QuestionForm form) {
    this(
        lines,
        text -> {
          screen.print(text);
          screen.flush(); // the person must see the question
        },
        UnaryOperator.identity(),
        form);
  }

  /// The same.
  ///
  /// @param screen gets the text as it is to be shown
  /// @param emphasis sets inert text apart from the rest
  public LineApprover(AnswerSource lines, Consumer<String> screen, UnaryOperator<String> emphasis) {
    this(lines, screen, emphasis, QuestionForm.ROWS);
  }

  private LineApprover(
      AnswerSource lines,
      Consumer<String> screen,
      UnaryOperator<String> emphasis,
      QuestionForm form) {
    this.lines = lines;
    this.screen = screen;
    this.emphasis = emphasis;
    this.form = form;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    CommandExcerpt command = CommandExcerpt.of(question.what());
    SectionExcerpt excerpt = SectionExcerpt.of(question.sections(), form);
    println("");
    body(question, command, excerpt);
    int left = excerpt.left() + command.left();
    if (left > 0) {
      println("  not shown: " + left + " lines; press d to show them, then you can allow it");
    }
    boolean seen = left == 0;
    while (true) {
      Optional<String> typed = lines.key(offers(question));
      if (typed.isEmpty()) {
        return new Answer.No("the input ended");
      }
      Typed answer = Typed.of(question.answers(), typed.get().strip());
      if (answer.meant().isEmpty()) {
        println("  not an answer: press one of the letters in brackets");
      } else if (answer.meant().get().kind() == OfferedAnswer.AnswerOption.DETAILS) {
        details(question);
        seen = true;
      } else if (!seen && answer.agrees()) {
        println("  not all of it was shown yet: d shows the rest");
      } else {
        Optional<Answer> given = given(answer, question);
        if (given.isPresent()) {
          return given.get();
        }
      }
    }
  }

  /// The typed text.
  ///
  /// @param meant the answer that it begins with
  /// @param text what stands behind it; nothing where it stands alone
  /// @param asksForText whether a text belongs to it that is to be typed still
  private record Typed(Optional<OfferedAnswer> meant, String text, boolean asksForText) {
    static Typed of(List<OfferedAnswer> answers, String typed) {
      String[] parts = typed.split("\\s+", 2);
      String word = parts[0].toLowerCase(Locale.ROOT);
      String rest = parts.length == 1 ? "" : parts[1].strip();
      char letter =
          switch (word) {
            case "yes", "c" -> 'y';
            case "no" -> 'n';
            case "i" -> 'a';
            default -> word.length() == 1 ? word.charAt(0) : 0;
          };
      int place = letter - '1';
      Optional<OfferedAnswer> meant =
          place >= 0 && place < Math.min(answers.size(), 9)
              ? Optional.of(answers.get(place))
              : OfferedAnswer.among(answers, letter);
      boolean text = meant.filter(Typed::takesText).isPresent();
      return rest.isEmpty() || text
          ? new Typed(meant, rest, rest.isEmpty() && (word.equals("c") || isReason(meant)))
          : new Typed(Optional.empty(), rest, false);
    }

    private static boolean isReason(Optional<OfferedAnswer> meant) {
      return meant.filter(answer -> answer.kind() == OfferedAnswer.AnswerOption.REASON).isPresent();
    }

    private static boolean takesText(OfferedAnswer answer) {
      return switch (answer.kind()) {
        case ONCE, SHOWN, TASK, SESSION, PROJECT, CHANGE, NO, REASON -> true;
        case DETAILS -> false;
      };
    }

    boolean agrees() {
      return extent().isPresent();
    }

    Optional<Extent> extent() {
      return meant.flatMap(
          answer ->
              switch (answer.kind()) {
                case ONCE -> Optional.of(Extent.ONCE);
                case SHOWN -> Optional.of(Extent.SHOWN);
                case TASK -> Optional.of(Extent.INTENT);
                case SESSION -> Optional.of(Extent.SESSION);
                case PROJECT -> Optional.of(Extent.PROJECT);
                case CHANGE, NO, REASON, DETAILS -> Optional.empty();
              });
    }
  }

  /// The answer, with the text that belongs to it; none where the text didn't come.
  private Optional<Answer> given(Typed typed, Question question) throws InterruptedException {
    if (typed.meant().orElseThrow().kind() == OfferedAnswer.AnswerOption.CHANGE) {
      return edited(typed.text(), question.choices());
    }
    String label = typed.agrees() ? "  yes, and: " : "  no, because: ";
    Optional<String> text =
        typed.asksForText() ? lines.rest(() -> print(label)) : Optional.of(typed.text());
    if (text.isEmpty()) {
      return Optional.of(new Answer.No("the input ended"));
    }
    String comment = text.get().strip();
    return Optional.of(
        typed
            .extent()
            .<Answer>map(extent -> new Answer.Yes(question.digest(), extent, comment))
            .orElseGet(() -> new Answer.No(comment)));
  }

  /// The text after `e`, or typed then: a line for a command, for other texts lines up to one with
  /// a single dot. Without input nothing is changed.
  private Optional<Answer> edited(String text, Choices choices) throws InterruptedException {
    if (!text.isEmpty()) {
      return Optional.of(new Answer.Edited(text));
    }
    boolean command =
        choices.editable().filter(part -> part.argument().equals("command")).isPresent();
    Optional<String> written =
        command
            ? lines.rest(() -> print("  new command (empty: back): "))
            : lines
                .upTo(END, () -> print("  new text, a line with " + END + " ends it: "))
                .map(LineApprover::joined);
    if (written.isEmpty()) {
      return Optional.of(new Answer.No("the change was not finished"));
    }
    return written.filter(typed -> !typed.isBlank()).map(Answer.Edited::new);
  }

  /// A single line is a part of one, which has no end of line.
  private static String joined(List<String> written) {
    return written.size() == 1 ? written.getFirst() : String.join("\n", written) + "\n";
  }

  /// Prints words, broken between them where they don't fit.
  private void wrapped(String words) {
    StringBuilder line = new StringBuilder(" ");
    for (String word : words.split(" ", -1)) {
      if (line.length() + 1 + word.length() > COLUMNS && line.length() > 1) {
        println(line.toString());
        line.setLength(1);
      }
      line.append(' ').append(word);
    }
    println(line.toString());
  }

  private void details(Question question) {
    for (String line : question.details()) {
      form.rows("  ", line, UnaryOperator.identity()).forEach(this::println);
    }
    body(
        question,
        new CommandExcerpt(question.what(), 0),
        SectionExcerpt.whole(question.sections(), form));
  }

  /// Prints the acts and their texts, below long ones the acts again, then the reasons.
  private void body(Question question, CommandExcerpt command, SectionExcerpt texts) {
    acts(command);
    texts.lines().forEach(this::println);
    int rows = command.lines().stream().mapToInt(line -> 1 + line.length() / COLUMNS).sum();
    if (rows + texts.rows() > NEAR_ROWS) {
      acts(CommandExcerpt.near(question.what()));
    }
    wrapped("why: " + String.join("; ", question.reasons()));
    if (!question.act().consequences().isEmpty()) {
      wrapped(String.join("; ", question.act().consequences()));
    }
  }

  private void acts(CommandExcerpt command) {
    command.lines().forEach(line -> form.rows(form.act(""), line, emphasis).forEach(this::println));
  }

  /// Prints the answers; the last line is the prompt.
  private Runnable offers(Question question) {
    List<String> rows = form.answers(question.answers());
    rows.subList(0, rows.size() - 1).forEach(this::println);
    return () -> print(rows.getLast());
  }

  private void print(String text) {
    screen.accept(text);
  }

  private void println(String line) {
    print(line + "\n");
  }

  @Override
  public Optional<String> reply(PersonQuestion personQuestion) throws InterruptedException {
    println("");
    personQuestion.question().lines().forEach(line -> println(form.question(line)));
    for (int i = 0; i < personQuestion.options().size(); i++) {
      println("  " + (i + 1) + " " + personQuestion.options().get(i));
    }
    boolean choice = !personQuestion.options().isEmpty();
    return lines.next(() -> print(choice ? "  your answer, or a number: " : "  your answer: "));
  }
}
