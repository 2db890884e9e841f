// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ThreadJoinTest {
  @Test
  void anInterruptIsKeptUntilAllThreadsHaveEnded() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    Thread first = Thread.ofVirtual().start(() -> await(release));
    Thread second = Thread.ofVirtual().start(() -> await(release));
    boolean[] interrupted = new boolean[1];
    Thread waiting =
        Thread.ofPlatform()
            .start(
                () -> {
                  ThreadJoin.join(List.of(first, second));
                  interrupted[0] = Thread.currentThread().isInterrupted();
                });
    waiting.interrupt();
    while (waiting.isInterrupted()) {
      LockSupport.parkNanos(1_000_000); // until the wait has met the interrupt
    }
    assertThat(waiting.isAlive()).isTrue();

    release.countDown();
    waiting.join();

    assertThat(first.isAlive() || second.isAlive()).isFalse();
    assertThat(interrupted[0]).isTrue();
  }

  @Test
  void aWaitWithoutAnInterruptSetsNone() {
    ThreadJoin.join(Thread.ofVirtual().start(() -> {}));

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
