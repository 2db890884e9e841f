// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import java.util.ArrayList;
import java.util.List;

/// Messages that a person types while a turn runs, until the turn takes them.
public final class MessageQueue {
  private final List<String> waiting = new ArrayList<>();

  /// An empty queue.
  public MessageQueue() {}

  /// Adds a message. None is refused: what a person types or pastes is never lost.
  public synchronized void put(String message) {
    waiting.add(message);
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
