// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.command;

import dev.writ.app.front.LineApprover;
import dev.writ.app.front.Terminal;
import dev.writ.app.host.Surroundings;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.Inquiry;
import dev.writ.kernel.gate.TypedAhead;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Asks at the terminal, where there is one. Input is read from the first question on; what comes
/// while no question stands is lost.
final class TerminalApprover implements Approver {
  private final Surroundings surroundings;
  private @Nullable LineApprover lines;

  TerminalApprover(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    return present() ? lines().ask(question) : new Answer.Unavailable();
  }

  @Override
  public Optional<String> reply(Inquiry inquiry) throws InterruptedException {
    return present() ? lines().reply(inquiry) : Optional.empty();
  }

  @Override
  public boolean present() {
    return Terminal.console().isPresent();
  }

  private synchronized LineApprover lines() {
    LineApprover made = lines;
    if (made == null) {
      TypedLines typed = new TypedLines(surroundings.in(), false, TypedAhead::discard);
      made = new LineApprover(typed, surroundings.err());
      lines = made;
    }
    return made;
  }
}
