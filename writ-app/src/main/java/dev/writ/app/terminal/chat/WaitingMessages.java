// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Messages that were sent while a turn runs: those that steer it once the model has finished its
/// round, and those for after it. Both can be taken back until then.
final class WaitingMessages {
  private static final int SHOWN = 4;

  private final Deque<String> steering = new ArrayDeque<>();
  private final Deque<String> queued = new ArrayDeque<>();

  void steer(String message) {
    steering.add(message);
  }

  /// Puts a message before all others.
  void first(String message) {
    queued.addFirst(message);
  }

  void queue(String message) {
    queued.add(message);
  }

  /// The next message of the queue.
  Optional<String> next() {
    return Optional.ofNullable(queued.poll());
  }

  /// The turn has taken the first message that steers it.
  Optional<String> delivered() {
    return Optional.ofNullable(steering.poll());
  }

  /// Messages that came too late to steer come first.
  void late(List<String> messages) {
    steering.clear();
    messages.reversed().forEach(queued::addFirst);
  }

  boolean isEmpty() {
    return steering.isEmpty() && queued.isEmpty();
  }

  /// All of them, to be written anew.
  ///
  /// @param left those that steer and were not taken yet
  String takeBack(List<String> left) {
    List<String> all = new ArrayList<>(left);
    all.addAll(queued);
    steering.clear();
    queued.clear();
    return String.join("\n", all);
  }

  List<StyledLine> lines(int width) {
    List<StyledLine> lines = new ArrayList<>();
    steering.forEach(message -> lines.add(line("steers: ", message, width)));
    queued.forEach(message -> lines.add(line("next: ", message, width)));
    if (lines.size() > SHOWN) {
      int more = lines.size() - SHOWN;
      List<StyledLine> few = new ArrayList<>(lines.subList(0, SHOWN));
      few.add(StyledLine.of(TextRole.DIM, "  … " + more + " more"));
      return few;
    }
    return lines;
  }

  private static StyledLine line(String label, String message, int width) {
    return StyledLine.of(
            new StyledSpan(TextRole.DIM, "  " + label),
            new StyledSpan(TextRole.PERSON, message.replace('\n', ' ')))
        .cut(width);
  }
}
