// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What a person types while a turn runs.
class MessageQueueTest {
  @Test
  void messagesAreTakenOnceAndInOrder() {
    MessageQueue mailbox = new MessageQueue();
    assertThat(mailbox.isEmpty()).isTrue();
    assertThat(mailbox.put("one")).isTrue();
    assertThat(mailbox.put("two")).isTrue();
    assertThat(mailbox.isEmpty()).isFalse();

    assertThat(mailbox.take()).containsExactly("one", "two");

    assertThat(mailbox.isEmpty()).isTrue();
    assertThat(mailbox.take()).isEmpty();
  }

  @Test
  void aFullMailboxRefuses() {
    MessageQueue mailbox = new MessageQueue();
    for (int i = 0; i < MessageQueue.MAX_WAITING; i++) {
      assertThat(mailbox.put("x")).isTrue();
    }

    assertThat(mailbox.put("one more")).isFalse();
    assertThat(mailbox.take()).hasSize(MessageQueue.MAX_WAITING).doesNotContain("one more");
  }
}
