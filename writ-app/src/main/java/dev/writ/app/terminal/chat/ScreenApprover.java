// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.ApprovalDialog;
import dev.writ.app.terminal.dialog.Dialog;
import dev.writ.app.terminal.dialog.InquiryDialog;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.Inquiry;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Asks on the screen. Calls that wait side by side are asked for one after the other.
final class ScreenApprover implements Approver {
  private final Consumer<Happening> screen;
  private final LongSupplier clock;

  ScreenApprover(Consumer<Happening> screen, LongSupplier clock) {
    this.screen = screen;
    this.clock = clock;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    ApprovalDialog dialog = new ApprovalDialog(question, clock);
    return put(dialog)
        ? dialog.answer().orElse(new Answer.Unavailable())
        : new Answer.Unavailable();
  }

  @Override
  public Optional<String> reply(Inquiry inquiry) throws InterruptedException {
    InquiryDialog dialog = new InquiryDialog(inquiry);
    return put(dialog) ? dialog.answer() : Optional.empty();
  }

  private boolean put(Dialog dialog) throws InterruptedException {
    Pending pending = new Pending(dialog);
    screen.accept(new Happening.Asked(pending));
    try {
      return pending.await();
    } catch (InterruptedException e) {
      screen.accept(new Happening.Withdrawn(pending));
      throw e;
    }
  }
}
