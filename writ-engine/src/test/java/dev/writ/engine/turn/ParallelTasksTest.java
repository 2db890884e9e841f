// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.engine.turn.ParallelTasks.ParallelTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Work side by side is over when the call returns, however it ended.
@Timeout(60)
class ParallelTasksTest {
  @Test
  void resultsAreInTheOrderOfTheWork() throws InterruptedException {
    CountDownLatch last = new CountDownLatch(1);
    List<ParallelTask<Integer>> works =
        List.of(
            () -> {
              last.await(); // the first one ends last
              return 1;
            },
            () -> {
              last.countDown();
              return 2;
            });

    assertThat(ParallelTasks.all(works, 2)).containsExactly(1, 2);
    assertThat(ParallelTasks.all(List.<ParallelTask<Integer>>of(), 2)).isEmpty();
  }

  @Test
  void oneAloneRunsOnTheCallingThread() throws InterruptedException {
    List<ParallelTask<Thread>> one = List.of(Thread::currentThread);
    List<ParallelTask<Thread>> two = List.of(Thread::currentThread, Thread::currentThread);

    assertThat(ParallelTasks.all(one, 1)).containsExactly(Thread.currentThread());
    assertThat(ParallelTasks.all(two, 1)).doesNotContain(Thread.currentThread());
  }

  @Test
  void soManyRunAtOnceAndNoMore() throws InterruptedException {
    CyclicBarrier three = new CyclicBarrier(3); // never met where fewer run
    AtomicInteger running = new AtomicInteger();
    List<ParallelTask<Integer>> works = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      works.add(
          () -> {
            int now = running.incrementAndGet();
            try {
              three.await();
            } catch (BrokenBarrierException e) {
              throw new IllegalStateException(e);
            }
            running.decrementAndGet();
            return now;
          });
    }

    assertThat(ParallelTasks.all(works, 3)).hasSize(12).allMatch(now -> now <= 3);
  }

  @Test
  void aDefectIsToldWhenAllIsOver() {
    AtomicInteger done = new AtomicInteger();
    AssertionError defect = new AssertionError("defect");
    List<ParallelTask<Integer>> works =
        List.of(
            () -> {
              throw defect;
            },
            done::incrementAndGet);

    assertThatThrownBy(() -> ParallelTasks.all(works, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasCause(defect);
    assertThat(done).hasValue(1);
  }

  /// An interrupt reaches all of them, and the caller learns of it when they are over.
  @Test
  void anInterruptEndsAllOfThem() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger ended = new AtomicInteger();
    ParallelTask<Integer> work =
        () -> {
          begun.countDown();
          try {
            never.await();
            return 1;
          } finally {
            ended.incrementAndGet();
          }
        };
    AtomicReference<Object> seen = new AtomicReference<>("nothing");
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    seen.set(ParallelTasks.all(List.of(work, work), 2));
                  } catch (InterruptedException e) {
                    seen.set(ended.get());
                  }
                });
    begun.await();
    caller.interrupt();
    caller.join();

    assertThat(seen).hasValue(2);
  }

  @Test
  void workThatWasInterruptedByItselfIsAnInterrupt() {
    List<ParallelTask<Integer>> works =
        List.of(
            () -> 1,
            () -> {
              throw new InterruptedException();
            });

    assertThatThrownBy(() -> ParallelTasks.all(works, 2)).isInstanceOf(InterruptedException.class);
  }
}
