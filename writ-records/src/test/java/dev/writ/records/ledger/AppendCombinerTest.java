// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One thread writes for all that wait, once each, and whatever happens to it they learn of it.
@Timeout(60)
class AppendCombinerTest {
  private final List<List<PendingAppend>> written = new ArrayList<>();
  private final List<Exception> thrown = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger interrupted = new AtomicInteger();

  private static PendingAppend append(String session) {
    return new PendingAppend(session, "id", "{}");
  }

  private static void forced(List<PendingAppend> all) {
    for (PendingAppend append : all) {
      append.placed(new AppendedRecord(append.id(), append.session(), 1, ""));
      append.forced();
    }
  }

  private void note(List<PendingAppend> all) {
    written.add(all);
    forced(all);
  }

  private static List<Thread> started(int threads, Runnable work) {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      all.add(Thread.ofPlatform().start(work));
    }
    return all;
  }

  @Test
  void eachIsWrittenOnceAndOnlyOneThreadWritesAtATime() throws Exception {
    int threads = 16;
    int each = 5_000;
    AtomicBoolean writing = new AtomicBoolean();
    AtomicInteger wrong = new AtomicInteger();
    AtomicInteger count = new AtomicInteger();
    AppendCombiner combiner =
        new AppendCombiner(
            all -> {
              wrong.addAndGet(writing.getAndSet(true) || all.isEmpty() ? 1 : 0);
              count.addAndGet(all.size());
              forced(all);
              writing.set(false);
            });
    List<Thread> all =
        started(
            threads,
            () -> {
              for (int k = 0; k < each; k++) {
                PendingAppend mine = append("w" + k);
                combiner.add(List.of(mine));
                try {
                  wrong.addAndGet(mine.result().writer().equals("w" + k) ? 0 : 1);
                } catch (IOException _) {
                  wrong.incrementAndGet();
                }
              }
            });
    for (Thread thread : all) {
      thread.join();
    }
    assertThat(wrong).hasValue(0);
    assertThat(count).hasValue(threads * each);
  }

  /// Appends a first record, and others while that is being written.
  ///
  /// @param writer for the others
  private void behindAnother(
      AppendCombiner.Writer writer, List<PendingAppend> appends, boolean interrupt)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AppendCombiner combiner =
        new AppendCombiner(
            all -> {
              if (begun.getCount() == 0) {
                writer.write(all);
                return;
              }
              begun.countDown();
              try {
                go.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              forced(all);
            });
    List<Thread> threads =
        new ArrayList<>(started(1, () -> combiner.add(List.of(append("first")))));
    begun.await();
    for (PendingAppend append : appends) {
      Thread thread = Thread.ofPlatform().unstarted(() -> added(combiner, append));
      thread.start();
      threads.add(thread);
      while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
        StatePoll.pause();
      }
      if (interrupt) {
        thread.interrupt();
      }
    }
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void added(AppendCombiner combiner, PendingAppend append) {
    try {
      combiner.add(List.of(append));
    } catch (IllegalStateException e) {
      thrown.add(e);
    }
    if (Thread.interrupted()) {
      interrupted.incrementAndGet();
    }
  }

  @Test
  void whoWaitsIsWrittenTogetherInTheirOrder() throws Exception {
    List<PendingAppend> few = List.of(append("a"), append("b"), append("c"));
    behindAnother(this::note, few, false);
    assertThat(written).containsExactly(few);
  }

  @Test
  void notTooMuchIsWrittenAtOnce() throws Exception {
    String much = "{\"much\":\"" + "x".repeat(600 * 1024) + "\"}";
    PendingAppend first = append("a");
    PendingAppend large = new PendingAppend("b", "id", much);
    PendingAppend larger = new PendingAppend("c", "id", much);
    PendingAppend last = append("d");
    behindAnother(this::note, List.of(first, large, larger, last), false);
    assertThat(written).containsExactly(List.of(first, large), List.of(larger, last));
  }

  /// Each of them learns what became of it, also where they take several writes.
  @Test
  void manyOfOneThreadAreWrittenInTheirOrder() throws Exception {
    String much = "{\"much\":\"" + "x".repeat(600 * 1024) + "\"}";
    List<PendingAppend> mine =
        List.of(
            append("a"), new PendingAppend("b", "id", much), new PendingAppend("c", "id", much));
    AppendCombiner combiner =
        new AppendCombiner(
            all -> {
              if (!written.isEmpty()) {
                throw new IOException("disk full");
              }
              note(all);
            });
    combiner.add(mine);
    assertThat(written).containsExactly(mine.subList(0, 2));
    assertThat(mine.get(1).result().writer()).isEqualTo("b");
    assertThatThrownBy(() -> mine.get(2).result()).hasMessage("disk full");
  }

  /// A thread that fails leaves nothing behind that others would wait for.
  @Test
  void whatAThreadLeavesHoldsNobodyUp() throws Exception {
    String much = "{\"much\":\"" + "x".repeat(600 * 1024) + "\"}";
    List<PendingAppend> mine =
        List.of(new PendingAppend("a", "id", much), new PendingAppend("b", "id", much));
    AppendCombiner combiner =
        new AppendCombiner(
            all -> {
              if (all.contains(mine.getFirst())) {
                throw new IllegalStateException("a defect");
              }
              note(all);
            });
    assertThatThrownBy(() -> combiner.add(mine)).hasMessage("a defect");
    List<PendingAppend> later = List.of(append("c"));
    combiner.add(later);
    assertThat(written).containsExactly(later);
  }

  @Test
  void allLearnThatWritingFailed() throws Exception {
    List<PendingAppend> few = List.of(append("a"), append("b"), append("c"));
    behindAnother(
        _ -> {
          throw new IOException("the disk is gone");
        },
        few,
        false);
    assertThat(few)
        .allSatisfy(append -> assertThatThrownBy(append::result).hasMessage("the disk is gone"));
  }

  @Test
  void whereTheWriterBreaksNobodyWaitsForEverOrBelievesTheyWereWritten() throws Exception {
    List<PendingAppend> few = List.of(append("a"), append("b"), append("c"));
    behindAnother(
        all -> {
          all.forEach(append -> append.placed(new AppendedRecord("id", append.session(), 1, "")));
          throw new IllegalStateException("a bug");
        },
        few,
        false);
    assertThat(thrown).hasSize(1).allSatisfy(e -> assertThat(e).hasMessage("a bug"));
    assertThat(few)
        .allSatisfy(
            append -> assertThatThrownBy(append::result).isInstanceOf(IllegalStateException.class));
  }

  @Test
  void anInterruptFailsNobodyAndIsKept() throws Exception {
    AtomicBoolean late = new AtomicBoolean(true);
    List<PendingAppend> few = List.of(append("a"), append("b"), append("c"));
    behindAnother(
        all -> {
          if (Thread.currentThread().isInterrupted() || late.getAndSet(false)) {
            Thread.currentThread().interrupt(); // where a channel is open
            throw new ClosedByInterruptException();
          }
          note(all);
        },
        few,
        true);
    assertThat(written).containsExactly(few);
    assertThat(interrupted).hasValue(few.size());
    for (PendingAppend append : few) {
      assertThat(append.result().writer()).isEqualTo(append.session());
    }
  }
}
