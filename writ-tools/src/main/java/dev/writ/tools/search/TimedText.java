// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.tools.search;

import dev.writ.kernel.call.CallDeadline;

/// A text that can be read until a deadline, or until the reading thread is interrupted. A search
/// in one long line takes its length times the size of the pattern, which may be minutes.
final class TimedText implements CharSequence {
  private static final int CHARS_BETWEEN_LOOKS = 1 << 16;

  private final CharSequence text;
  private final CallDeadline deadline;
  private int reads;

  TimedText(CharSequence text, CallDeadline deadline) {
    this.text = text;
    this.deadline = deadline;
  }

  /// The time is up.
  static final class OverdueException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Override
  public int length() {
    return text.length();
  }

  /// @throws OverdueException where the deadline is over
  @Override
  public char charAt(int index) {
    if (++reads % CHARS_BETWEEN_LOOKS == 0
        && (deadline.isOver() || Thread.currentThread().isInterrupted())) {
      throw new OverdueException();
    }
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int from, int to) {
    return new TimedText(text.subSequence(from, to), deadline);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
