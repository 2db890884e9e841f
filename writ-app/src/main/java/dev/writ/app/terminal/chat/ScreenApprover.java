// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.ApprovalDialog;
import dev.writ.app.terminal.dialog.ChoiceDialog;
import dev.writ.app.terminal.dialog.ChoicePrompt;
import dev.writ.app.terminal.dialog.InquiryDialog;
import dev.writ.app.terminal.dialog.ListedChoice;
import dev.writ.app.terminal.dialog.PendingDialog;
import dev.writ.app.terminal.dialog.TerminalDialog;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.session.PersonQuestion;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Asks on the screen. Calls that wait side by side are asked for one after the other.
final class ScreenApprover implements Approver, ChoicePrompt {
  private final Consumer<ScreenEvent> screen;
  private final KeyBindings keys;
  private final LongSupplier clock;

  ScreenApprover(Consumer<ScreenEvent> screen, KeyBindings keys, LongSupplier clock) {
    this.screen = screen;
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    ApprovalDialog dialog = new ApprovalDialog(question, keys, clock);
    return put(dialog)
        ? dialog.answer().orElse(new Answer.Unavailable())
        : new Answer.Unavailable();
  }

  @Override
  public Optional<String> reply(PersonQuestion personQuestion) throws InterruptedException {
    InquiryDialog dialog = new InquiryDialog(personQuestion, keys, clock);
    return put(dialog) ? dialog.answer() : Optional.empty();
  }

  @Override
  public OptionalInt choose(String question, List<ListedChoice> choices)
      throws InterruptedException {
    ChoiceDialog dialog = new ChoiceDialog(question, choices);
    return put(dialog) ? dialog.answer() : OptionalInt.empty();
  }

  private boolean put(TerminalDialog dialog) throws InterruptedException {
    PendingDialog pending = new PendingDialog(dialog);
    screen.accept(new ScreenEvent.Asked(pending));
    try {
      return pending.await();
    } catch (InterruptedException e) {
      screen.accept(new ScreenEvent.Withdrawn(pending));
      throw e;
    }
  }
}
