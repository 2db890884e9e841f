// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.session.SessionReport;
import dev.writ.engine.context.ContextAssembly.TurnRange;
import dev.writ.engine.context.ContextReport;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `/context` and `/compact`: what the conversation takes of the model's window, and making it
/// take less.
final class ContextLines {
  private static final int MAX_DIGITS = 6;

  private final Session session;
  private final PrintStream out;

  ContextLines(Session session, PrintStream out) {
    this.session = session;
    this.out = out;
  }

  /// `/context` shows the share of the window, `/context N` sets the limit of messages.
  void context(String argument) throws IOException {
    Optional<ContextReport> before = report();
    if (before.isEmpty()) {
      return;
    }
    if (argument.isEmpty()) {
      show(before.get());
      return;
    }
    OptionalInt limit = number(argument);
    if (limit.isEmpty() || limit.getAsInt() < 1) {
      out.println("/context takes a number of messages of at least 1, not '" + argument + "'");
      return;
    }
    int most = limit.getAsInt();
    OptionalInt old = before.get().maxMessages();
    out.println(
        "limit of messages: " + (old.isEmpty() ? "none" : "" + old.getAsInt()) + " → " + most);
    session.submit(new SessionCommand.LimitMessages(most));
    Optional<ContextReport> after = report();
    if (after.isPresent()) {
      int pruned = before.get().messages() - after.get().messages();
      if (pruned > 0) {
        out.println("pruned " + pruned + " of " + SessionReport.messages(before.get().messages()));
      }
      int now = after.get().messages();
      out.println(
          "now: " + SessionReport.messages(now) + " (" + 100L * now / most + " % of the limit)");
    }
  }

  private void show(ContextReport report) {
    long budget = Math.max(1, report.budget().budget());
    ContextReport.Shares shares = report.shares();
    out.println(
        "context: about "
            + report.tokens()
            + " of "
            + report.budget().budget()
            + " tokens ("
            + 100 * report.tokens() / budget
            + " %); window "
            + report.budget().window()
            + (report.budget().known() ? "" : " (assumed)")
            + "; condensed from "
            + report.budget().safe()
            + " on");
    row("system text and tools", shares.fixed(), budget);
    row("your messages and notes", shares.person(), budget);
    row("answers and calls", shares.answers(), budget);
    row("results of calls", shares.results(), budget);
    row("summaries", shares.summaries(), budget);
    OptionalInt most = report.maxMessages();
    out.println(
        "  "
            + SessionReport.messages(report.messages())
            + (most.isEmpty() ? "" : " of " + most.getAsInt())
            + ", "
            + SessionReport.turns(report.turns()));
  }

  private void row(String name, long tokens, long budget) {
    out.println("  %-24s%8d (%d %%)".formatted(name, tokens, 100 * tokens / budget));
  }

  /// `/compact [FOCUS]`, `/compact to N [FOCUS]`, `/compact from N [FOCUS]`.
  void compact(String arguments) throws IOException {
    List<String> words = List.of(arguments.split("\\s+", 3));
    OptionalInt turn = words.size() > 1 ? number(words.get(1)) : OptionalInt.empty();
    boolean to = words.getFirst().equals("to") && turn.isPresent();
    boolean from = words.getFirst().equals("from") && turn.isPresent();
    if (!to && !from) {
      session.submit(new SessionCommand.Condense(Optional.empty(), arguments));
      return;
    }
    int number = turn.getAsInt();
    TurnRange range = to ? new TurnRange(1, number) : new TurnRange(number, Integer.MAX_VALUE);
    session.submit(
        new SessionCommand.Condense(Optional.of(range), words.size() > 2 ? words.get(2) : ""));
  }

  private Optional<ContextReport> report() {
    try {
      return Optional.of(session.context());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static OptionalInt number(String text) {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return digits && text.length() <= MAX_DIGITS
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }
}
