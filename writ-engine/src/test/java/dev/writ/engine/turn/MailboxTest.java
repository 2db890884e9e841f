// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What a person types while a turn runs.
class MailboxTest {
  @Test
  void messagesAreTakenOnceAndInOrder() {
    Mailbox mailbox = new Mailbox();
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
    Mailbox mailbox = new Mailbox();
    for (int i = 0; i < Mailbox.MAX_WAITING; i++) {
      assertThat(mailbox.put("x")).isTrue();
    }

    assertThat(mailbox.put("one more")).isFalse();
    assertThat(mailbox.take()).hasSize(Mailbox.MAX_WAITING).doesNotContain("one more");
  }
}
