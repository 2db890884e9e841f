// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.command.session;

import dev.writ.app.front.LineApprover;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.process.ProcessContext;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.TypedAheadInput;
import dev.writ.kernel.session.PersonQuestion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Asks at the terminal, where there is one. Input is read from the first question on; what comes
/// while no question stands is lost.
final class TerminalApprover implements Approver {
  private final ProcessContext context;
  private @Nullable LineApprover lines;

  TerminalApprover(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    return present() ? lines().ask(question) : new Answer.Unavailable();
  }

  @Override
  public Optional<String> reply(PersonQuestion personQuestion) throws InterruptedException {
    return present() ? lines().reply(personQuestion) : Optional.empty();
  }

  @Override
  public boolean present() {
    return TerminalPresence.console().isPresent();
  }

  private synchronized LineApprover lines() {
    LineApprover made = lines;
    if (made == null) {
      TypedLines typed = new TypedLines(context.in(), false, TypedAheadInput::discard);
      made = new LineApprover(typed, context.err());
      lines = made;
    }
    return made;
  }
}
