// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TurnCommitTest {
  @Test
  void whoLeavesDoesNotInterruptTheCommit() {
    AtomicBoolean done = new AtomicBoolean();
    Thread.currentThread().interrupt();

    TurnCommit.uninterrupted(() -> done.set(!Thread.currentThread().isInterrupted()));

    assertThat(done).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }
}
