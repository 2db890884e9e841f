// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.Inquiry;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;

/// Asks a person by lines: what will happen, why it asks, under which intent; `y` is yes,
/// everything
/// else is no, and what follows `n` is the reason.
public final class LineApprover implements Approver {
  private final Lines lines;
  private final PrintStream screen;

  /// Where a person's answers come from.
  @FunctionalInterface
  public interface Lines {
    /// The next line, or nothing where nobody is there.
    ///
    /// @param prompt shows what is asked for, once the next line is the answer
    /// @throws InterruptedException when the turn is aborted meanwhile
    Optional<String> next(Runnable prompt) throws InterruptedException;
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
    if (!question.diff().isEmpty()) {
      screen.println(question.diff());
    }
    screen.println("  why it asks: " + String.join("; ", question.reasons()));
    screen.println("  intent: " + question.intent());
    screen.flush();
    Optional<String> line = lines.next(this::prompt);
    if (line.isEmpty()) {
      return new Answer.Unavailable();
    }
    String answer = line.get().strip();
    if (answer.equalsIgnoreCase("y") || answer.toLowerCase(Locale.ROOT).equals("yes")) {
      return new Answer.Yes(question.digest());
    }
    boolean plainNo = answer.equalsIgnoreCase("n") || answer.equalsIgnoreCase("no");
    String reason = answer.startsWith("n ") ? answer.substring(2).strip() : answer;
    return new Answer.No(plainNo ? "" : reason);
  }

  @Override
  public Optional<String> reply(Inquiry inquiry) throws InterruptedException {
    screen.println();
    inquiry.question().lines().forEach(line -> screen.println("? " + line));
    for (int i = 0; i < inquiry.options().size(); i++) {
      screen.println("  " + (i + 1) + " " + inquiry.options().get(i));
    }
    screen.flush();
    boolean choice = !inquiry.options().isEmpty();
    return lines.next(
        () -> {
          screen.print(choice ? "  your answer, or a number: " : "  your answer: ");
          screen.flush();
        });
  }

  private void prompt() {
    screen.print("  allow once? [y = yes, n REASON = no] ");
    screen.flush();
  }
}
