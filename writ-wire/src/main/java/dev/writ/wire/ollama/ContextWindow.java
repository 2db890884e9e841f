// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.ollama;

import dev.writ.engine.model.TokenUsage;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/// The context window that is asked for: a power of two that the conversation fits into, never
/// smaller than before, because every change makes the server load the model again.
final class ContextWindow {
  /// The smallest window, and the one that costs no question about the model.
  static final long LEAST_TOKENS = 8192;

  /// The greatest window that is asked for where the server doesn't say what the model can do.
  static final long GREATEST_TOKENS = 1 << 20;

  /// Room for the answer.
  static final long ANSWER_TOKENS = 2048;

  /// Few tokens are shorter than this, so that a conversation is rather thought too long.
  private static final int CHARS_PER_TOKEN = 3;

  /// Hardly any text has longer tokens than this on average.
  private static final int MOST_CHARS_PER_TOKEN = 6;

  private final Limit limit;
  private final ReentrantLock lock = new ReentrantLock();
  private long present = LEAST_TOKENS;
  private long used;
  private long greatest;
  private boolean told;

  /// The model's own longest context.
  @FunctionalInterface
  interface Limit {
    /// Asked at most once.
    OptionalLong tokens() throws InterruptedException;
  }

  ContextWindow(Limit limit) {
    this.limit = limit;
  }

  /// The window for a conversation of so many characters; empty where it can't fit at all.
  OptionalLong tokensFor(long chars) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long needed = Math.max(chars / CHARS_PER_TOKEN, used) + ANSWER_TOKENS;
      if (needed > present) {
        if (greatest == 0) {
          greatest = Math.clamp(limit.tokens().orElse(GREATEST_TOKENS), 1, GREATEST_TOKENS);
        }
        if (chars / MOST_CHARS_PER_TOKEN > greatest) {
          return OptionalLong.empty();
        }
        long power = Long.highestOneBit(needed - 1) << 1;
        present = Math.max(present, Math.min(power, greatest));
      }
      return OptionalLong.of(present);
    } finally {
      lock.unlock();
    }
  }

  /// The warning for a person if the server read less than it received: it drops the beginning
  /// silently. Empty otherwise, and after the first time: a server that counts only tokens missing
  /// in its cache also reports a small number.
  ///
  /// @param chars the length of the conversation
  /// @param asked the window that was asked for
  Optional<String> truncation(long chars, long asked, TokenUsage usage) {
    long input = usage.input();
    boolean full = input >= asked;
    boolean little = input > 0 && chars / MOST_CHARS_PER_TOKEN > input;
    lock.lock();
    try {
      if (told || !(full || little)) {
        return Optional.empty();
      }
      told = true;
    } finally {
      lock.unlock();
    }
    return Optional.of(
        "The server read "
            + input
            + " tokens of a conversation of about "
            + chars / CHARS_PER_TOKEN
            + ", although a window of "
            + asked
            + " was asked for: the beginning may be missing. Check the server's own limit"
            + " (OLLAMA_CONTEXT_LENGTH) and `ollama ps`, or choose a model with a larger window.");
  }

  /// The reported input of the last answer.
  void used(TokenUsage usage) {
    lock.lock();
    try {
      used = usage.total();
    } finally {
      lock.unlock();
    }
  }
}
