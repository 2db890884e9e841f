// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import static dev.writ.records.change.Samples.entry;
import static dev.writ.records.change.Samples.ledger;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.change.Samples;
import dev.writ.records.ledger.Ledger;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Records that are written at once, each in its own chain.
@Timeout(60)
class AppendTogetherTest {
  @TempDir Path directory;

  private final CountDownLatch forcing = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final AtomicBoolean broken = new AtomicBoolean();
  private final AtomicInteger forced = new AtomicInteger();
  private Path file;
  private Ledger ledger;

  @BeforeEach
  void aLedgerThatGoesOn() throws IOException {
    file = directory.resolve("ledger");
    Ledger before = ledger(file, 1);
    for (int i = 0; i < 3; i++) {
      before.append(entry("a", i));
      before.append(entry("b", i));
    }
    before.close();
    ledger = ledger(Samples.forced(file, this::force), 2);
  }

  /// The first time forcing waits until it is let go; later it may fail.
  private void force() throws IOException {
    forced.incrementAndGet();
    if (forcing.getCount() > 0) {
      forcing.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    } else if (broken.get()) {
      throw new IOException("the disk is gone");
    }
  }

  /// Appends a first record, and one of each of those sessions while that is forced.
  ///
  /// @return the place of each in its chain, 0 where it has none
  private List<Long> together(String... sessions) throws Exception {
    Thread first = Thread.ofPlatform().start(() -> place("first"));
    forcing.await();
    List<Long> places = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < sessions.length; i++) {
      int index = i;
      places.add(-1L);
      Thread thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    long place = place(sessions[index]);
                    synchronized (places) {
                      places.set(index, place);
                    }
                  });
      threads.add(thread);
      while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
        StatePoll.pause();
      }
    }
    go.countDown();
    first.join();
    for (Thread thread : threads) {
      thread.join();
    }
    return places;
  }

  private long place(String session) {
    try {
      return ledger.append(entry(session, 9)).seq();
    } catch (IOException _) {
      return 0;
    }
  }

  private VerificationReport verified() throws IOException {
    ledger.close();
    return VerificationReport.of(Files.readAllBytes(file), Map.of());
  }

  @Test
  void eachGoesOnWithItsChainAndOneThatIsNoRecordHurtsNobody() throws Exception {
    List<Long> places = together("a", "", "b", "a", "new", "b", "new");
    assertThat(places).containsExactly(4L, 0L, 4L, 5L, 1L, 5L, 2L);
    assertThat(forced).hasValue(2);
    assertThat(verified()).isEqualTo(new VerificationReport.Sound(13, 4, false));
  }

  @Test
  void whatIsNotForcedIsToldToAllAndTheChainsGoOn() throws Exception {
    broken.set(true);
    assertThat(together("a", "b", "a", "new")).containsOnly(0L);
    assertThat(forced).hasValue(2);
    broken.set(false);
    assertThat(place("a")).isEqualTo(4);
    assertThat(place("new")).isEqualTo(1);
    assertThat(place("b")).isEqualTo(4);
    assertThat(verified()).isEqualTo(new VerificationReport.Sound(10, 4, false));
  }
}
