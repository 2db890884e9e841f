// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.session.PersonQuestion;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Asks a person by lines: what will happen, why it asks, under which intent, and what can be
/// answered. What is too long is left out at first, with its extent, and shown at `d`. Whatever is
/// no answer is a no, with what was typed as its reason.
public final class LineApprover implements Approver {
  /// Ends a text of several lines.
  private static final String END = ".";

  private final Lines lines;
  private final PrintStream screen;

  /// Where a person's answers come from.
  public interface Lines {
    /// The first line that is typed after this was called, or nothing where nobody is there. What
    /// was typed before, even without the end of its line, is no answer.
    ///
    /// @param prompt shows what is asked for, once the next line is the answer
    /// @throws InterruptedException when the turn is aborted meanwhile
    Optional<String> next(Runnable prompt) throws InterruptedException;

    /// The lines up to the one that ends them, without it; nothing where the input ended before.
    ///
    /// @param prompt shows that a line is asked for
    /// @throws InterruptedException when the turn is aborted meanwhile
    Optional<List<String>> upTo(String end, Runnable prompt) throws InterruptedException;
  }

  /// Asks on a screen and takes answers from lines.
  public LineApprover(Lines lines, PrintStream screen) {
    this.lines = lines;
    this.screen = screen;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    screen.println();
    question.what().forEach(line -> screen.println("? " + line));
    SectionExcerpt excerpt = SectionExcerpt.of(question.sections());
    excerpt.lines().forEach(screen::println);
    screen.println("  why it asks: " + String.join("; ", question.reasons()));
    screen.println("  intent: " + question.intent());
    Choices choices = question.choices();
    choices.grant().ifPresent(words -> screen.println("  s = for this session: " + words));
    if (choices.forProject()) {
      choices.grant().ifPresent(words -> screen.println("  p = for this project: " + words));
    }
    choices.intent().ifPresent(words -> screen.println("  i = for this session: " + words));
    if (excerpt.left() > 0) {
      screen.println("  not shown: " + excerpt.left() + " lines; d = show everything");
    }
    screen.flush();
    while (true) {
      Optional<String> line = lines.next(() -> prompt(question, excerpt.left() > 0));
      if (line.isEmpty()) {
        return new Answer.Unavailable();
      }
      if (excerpt.left() == 0 || !line.get().strip().equalsIgnoreCase("d")) {
        return answer(line.get().strip(), question);
      }
      SectionExcerpt.whole(question.sections()).forEach(screen::println);
    }
  }

  @Override
  public Optional<String> reply(PersonQuestion personQuestion) throws InterruptedException {
    screen.println();
    personQuestion.question().lines().forEach(line -> screen.println("? " + line));
    for (int i = 0; i < personQuestion.options().size(); i++) {
      screen.println("  " + (i + 1) + " " + personQuestion.options().get(i));
    }
    screen.flush();
    boolean choice = !personQuestion.options().isEmpty();
    return lines.next(
        () -> {
          screen.print(choice ? "  your answer, or a number: " : "  your answer: ");
          screen.flush();
        });
  }

  private Answer answer(String answer, Question question) throws InterruptedException {
    Choices choices = question.choices();
    String digest = question.digest();
    boolean grants = choices.grant().isPresent();
    return switch (answer.toLowerCase(Locale.ROOT)) {
      case "y", "yes" -> new Answer.Yes(digest);
      case "s" -> granted(digest, Extent.SESSION, grants);
      case "p" -> granted(digest, Extent.PROJECT, grants && choices.forProject());
      case "i" -> granted(digest, Extent.INTENT, choices.intent().isPresent());
      case "n", "no" -> new Answer.No("");
      default -> {
        boolean edits = answer.equals("e") || answer.startsWith("e ");
        yield edits && choices.editable().isPresent()
            ? edited(answer)
            : new Answer.No(answer.startsWith("n ") ? answer.substring(2).strip() : answer);
      }
    };
  }

  private static Answer granted(String digest, Extent extent, boolean offered) {
    return offered
        ? new Answer.Yes(digest, extent)
        : new Answer.No("that was not among the answers");
  }

  /// What stands behind `e`, or the lines that follow it up to one with a single dot.
  private Answer edited(String answer) throws InterruptedException {
    if (answer.length() > 1) {
      return new Answer.Edited(answer.substring(2).strip());
    }
    Optional<List<String>> text =
        lines.upTo(
            END,
            () -> {
              screen.print("  new text, a line with " + END + " ends it: ");
              screen.flush();
            });
    return text.<Answer>map(all -> new Answer.Edited(String.join("\n", all) + "\n"))
        .orElseGet(() -> new Answer.No("the change was not finished"));
  }

  private void prompt(Question question, boolean more) {
    Choices choices = question.choices();
    StringBuilder prompt = new StringBuilder("  allow once? [y = yes");
    prompt.append(more ? ", d = show everything" : "");
    choices.grant().ifPresent(_ -> prompt.append(choices.forProject() ? ", s, p" : ", s"));
    choices.intent().ifPresent(_ -> prompt.append(", i"));
    choices
        .editable()
        .ifPresent(part -> prompt.append(", e TEXT = other ").append(part.argument()));
    screen.print(prompt.append(", n REASON = no] "));
    screen.flush();
  }
}
