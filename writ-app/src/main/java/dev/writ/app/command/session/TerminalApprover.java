// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.command.session;

import dev.writ.app.front.KernelTerminal;
import dev.writ.app.front.LineApprover;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.front.TypedKeys;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.PersonTerminal;
import dev.writ.kernel.approval.TypedAheadInput;
import dev.writ.kernel.session.PersonQuestion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Asks at the terminal, where there is one, one question after the other. Input is read while a
/// question stands.
final class TerminalApprover implements Approver {
  private static final String BOLD = "\033[1m";
  private static final String PLAIN = "\033[0m";

  private final ProcessContext context;
  private final ReentrantLock turn = new ReentrantLock(/* fair= */ true);
  private @Nullable LineApprover lines;

  TerminalApprover(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    if (!present()) {
      return new Answer.Unavailable();
    }
    turn.lockInterruptibly();
    try {
      context.out().flush();
      return lines().ask(question);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public Optional<String> reply(PersonQuestion personQuestion) throws InterruptedException {
    if (!present()) {
      return Optional.empty();
    }
    turn.lockInterruptibly();
    try {
      context.out().flush();
      return lines().reply(personQuestion);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public boolean present() {
    return TerminalPresence.console().isPresent();
  }

  private LineApprover lines() {
    LineApprover made = lines;
    if (made == null) {
      made = terminal().map(this::byKeys).orElseGet(this::byLines);
      lines = made;
    }
    return made;
  }

  private static Optional<PersonTerminal> terminal() {
    try {
      return PersonTerminal.open();
    } catch (IOException e) {
      System.Logger log = System.getLogger(TerminalApprover.class.getName());
      log.log(
          System.Logger.Level.INFO,
          "no keys from the terminal: {0}",
          DisplayText.line("" + e.getMessage()));
      return Optional.empty();
    }
  }

  private LineApprover byKeys(PersonTerminal terminal) {
    KernelTerminal port = new KernelTerminal(terminal);
    TypedKeys keys = new TypedKeys(port, TypedAheadInput::discard, InterruptHandler::leave);
    return new LineApprover(keys, text -> write(port, text), emphasis());
  }

  private static void write(KernelTerminal terminal, String text) {
    try {
      terminal.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // no person sees the question, so there is no consent
    }
  }

  private UnaryOperator<String> emphasis() {
    boolean plain =
        context.environment().containsKey("NO_COLOR")
            || context.environment().getOrDefault("TERM", "dumb").equals("dumb");
    return plain ? UnaryOperator.identity() : text -> BOLD + text + PLAIN;
  }

  private LineApprover byLines() {
    TypedLines typed = new TypedLines(context.in(), false, TerminalLine.dropped());
    return new LineApprover(typed, context.err());
  }
}
