// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import java.util.ArrayList;
import java.util.List;

/// Messages that a person types while a turn runs, until the turn takes them.
public final class MessageQueue {
  /// The most messages that wait; more are refused.
  public static final int MAX_WAITING = 100;

  private final List<String> waiting = new ArrayList<>();

  /// An empty mailbox.
  public MessageQueue() {}

  /// Puts a message in.
  ///
  /// @return whether there was room
  public synchronized boolean put(String message) {
    return waiting.size() < MAX_WAITING && waiting.add(message);
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  /// Takes all messages out, in order.
  public synchronized List<String> take() {
    List<String> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }
}
