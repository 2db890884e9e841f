// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

/// A question, for which a thread waits.
public final class PendingDialog {
  private final TerminalDialog dialog;
  private boolean over;
  private boolean answered;

  /// A question that is not answered yet.
  public PendingDialog(TerminalDialog dialog) {
    this.dialog = dialog;
  }

  /// What is asked.
  public TerminalDialog dialog() {
    return dialog;
  }

  /// No more input follows.
  ///
  /// @param byAnswer whether the person answered
  public synchronized void close(boolean byAnswer) {
    over = true;
    answered = byAnswer;
    notifyAll();
  }

  /// Waits for that.
  ///
  /// @return whether it was answered
  public synchronized boolean await() throws InterruptedException {
    while (!over) {
      wait();
    }
    return answered;
  }
}
