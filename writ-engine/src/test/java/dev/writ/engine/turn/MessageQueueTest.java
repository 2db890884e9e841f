// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A person's messages while a turn runs.
class MessageQueueTest {
  @Test
  void messagesAreTakenOnceAndInOrder() {
    MessageQueue queue = new MessageQueue();
    assertThat(queue.isEmpty()).isTrue();
    queue.put("one");
    queue.put("two");
    assertThat(queue.isEmpty()).isFalse();

    assertThat(queue.take()).containsExactly("one", "two");

    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.take()).isEmpty();
  }

  @Test
  void noMessageOfALongPasteIsLost() {
    MessageQueue queue = new MessageQueue();
    List<String> pasted = IntStream.range(0, 10_000).mapToObj(i -> "line " + i).toList();

    pasted.forEach(queue::put);

    assertThat(queue.take()).isEqualTo(pasted);
  }
}
