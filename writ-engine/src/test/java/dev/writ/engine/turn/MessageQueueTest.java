// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A person's messages while a turn runs.
class MessageQueueTest {
  @Test
  void messagesAreTakenOnceAndInOrder() {
    MessageQueue queue = new MessageQueue();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.put("one")).isTrue();
    assertThat(queue.put("two")).isTrue();
    assertThat(queue.isEmpty()).isFalse();

    assertThat(queue.take()).containsExactly("one", "two");

    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.take()).isEmpty();
  }

  @Test
  void aFullMailboxRefuses() {
    MessageQueue queue = new MessageQueue();
    for (int i = 0; i < MessageQueue.MAX_WAITING; i++) {
      assertThat(queue.put("x")).isTrue();
    }

    assertThat(queue.put("one more")).isFalse();
    assertThat(queue.take()).hasSize(MessageQueue.MAX_WAITING).doesNotContain("one more");
  }
}
