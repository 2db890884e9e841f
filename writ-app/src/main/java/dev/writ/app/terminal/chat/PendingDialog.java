// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.TerminalDialog;

/// A question, for which a thread waits.
final class PendingDialog {
  private final TerminalDialog dialog;
  private boolean over;
  private boolean answered;

  PendingDialog(TerminalDialog dialog) {
    this.dialog = dialog;
  }

  TerminalDialog dialog() {
    return dialog;
  }

  /// No more input follows.
  synchronized void close(boolean byAnswer) {
    over = true;
    answered = byAnswer;
    notifyAll();
  }

  /// Waits for that.
  ///
  /// @return whether it was answered
  synchronized boolean await() throws InterruptedException {
    while (!over) {
      wait();
    }
    return answered;
  }
}
