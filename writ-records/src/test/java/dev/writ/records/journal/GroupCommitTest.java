// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.writ.records.faults.RecordingDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One forced write serves all that wait, and one that fails leaves nothing.
class GroupCommitTest {
  @TempDir Path directory;

  private final AtomicInteger forced = new AtomicInteger();
  private final AtomicLong covered = new AtomicLong();
  private final AtomicBoolean broken = new AtomicBoolean();
  private Path file;

  @BeforeEach
  void aFile() {
    file = directory.resolve("journal");
  }

  private Journal journal(Journal.Unforced unforced, Journal.Force force) throws IOException {
    RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
    return new Journal(
        open,
        new LockFile.OpenLock(open.getChannel(), "journal", ""),
        _ -> {},
        force,
        unforced,
        DiskPort.system(),
        "journal");
  }

  private void force() throws IOException {
    long size = Files.size(file);
    forced.incrementAndGet();
    if (broken.get()) {
      throw new IOException("the disk is gone");
    }
    covered.set(size);
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void nobodyReturnsBeforeTheirLineIsForcedAndManyShareOne() throws Exception {
    int threads = 16;
    int each = 50;
    List<String> late = new ArrayList<>();
    try (Journal journal = journal(Journal.Unforced.WITHDRAW, this::force)) {
      List<Thread> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int k = 0; k < each; k++) {
                        try {
                          Journal.Placed placed = journal.place(_ -> line("a line"));
                          journal.sync(placed);
                          if (covered.get() < placed.end()) {
                            throw new IOException("not forced");
                          }
                        } catch (IOException e) {
                          synchronized (late) {
                            late.add(e.toString());
                          }
                        }
                      }
                    }));
      }
      for (Thread thread : all) {
        thread.join();
      }
    }
    assertThat(late).isEmpty();
    assertThat(Files.readAllLines(file)).hasSize(threads * each);
    assertThat(forced.get()).isLessThanOrEqualTo(threads * each);
  }

  @Test
  void whoComesWhileAnotherForcesSharesTheNextOne() throws Exception {
    CountDownLatch forcing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Journal.Force slow =
        () -> {
          force();
          forcing.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        };
    try (Journal journal = journal(Journal.Unforced.WITHDRAW, slow)) {
      List<Thread> all = new ArrayList<>();
      all.add(Thread.ofPlatform().start(() -> append(journal, "first")));
      forcing.await();
      CountDownLatch written = new CountDownLatch(5);
      for (int i = 0; i < 5; i++) {
        all.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        Journal.Placed placed = journal.place(_ -> line("later"));
                        written.countDown();
                        journal.sync(placed);
                      } catch (IOException e) {
                        throw new IllegalStateException(e);
                      }
                    }));
      }
      written.await();
      go.countDown();
      for (Thread thread : all) {
        thread.join();
      }
    }
    assertThat(forced).hasValue(2);
  }

  private static void append(Journal journal, String text) {
    try {
      journal.sync(journal.place(_ -> line(text)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatCanNotBeForcedIsTakenOutAgain() throws Exception {
    try (Journal journal = journal(Journal.Unforced.WITHDRAW, this::force)) {
      append(journal, "one");
      broken.set(true);
      Journal.Placed two = journal.place(_ -> line("two"));
      Journal.Placed three = journal.place(_ -> line("three"));
      UnforcedException failed =
          catchThrowableOfType(UnforcedException.class, () -> journal.sync(three));
      assertThat(failed.stands(two)).isFalse();
      assertThat(failed.stands(three)).isFalse();
      assertThatThrownBy(() -> journal.sync(two)).isInstanceOf(UnforcedException.class);
      assertThat(file).hasContent("one\n");
      broken.set(false);
      append(journal, "four");
    }
    assertThat(file).hasContent("one\nfour\n");
  }

  /// Lines that were written while others were being forced stand behind these, and go with them.
  @Test
  void whatWasWrittenDuringAFailedForceIsTakenOutWithIt() throws Exception {
    CountDownLatch forcing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Journal.Force failing =
        () -> {
          if (broken.get()) {
            forcing.countDown();
            await(go);
          }
          force();
        };
    try (Journal journal = journal(Journal.Unforced.WITHDRAW, failing)) {
      Journal.Placed one = journal.place(_ -> line("one"));
      assertThat(one.end()).isEqualTo(4);
      journal.sync(one);
      broken.set(true);
      Journal.Placed two = journal.place(_ -> line("two"));
      List<UnforcedException> failed = new CopyOnWriteArrayList<>();
      Thread first = Thread.ofPlatform().start(() -> failed.add(failure(journal, two)));
      forcing.await();
      Journal.Placed three = journal.place(_ -> line("three"));
      go.countDown();
      first.join();
      broken.set(false);
      failed.add(failure(journal, three));

      assertThat(failed)
          .allSatisfy(
              e -> {
                assertThat(e.stands(one)).isTrue();
                assertThat(e.stands(two)).isFalse();
                assertThat(e.stands(three)).isFalse();
              });
      assertThat(file).hasContent("one\n");
      Thread other = Thread.ofPlatform().daemon().start(() -> append(journal, "four"));
      assertThat(other.join(Duration.ofSeconds(20))).as("a lock was left behind").isTrue();
      journal.append(
          () -> {
            assertThat(journal.withdrawals()).isEqualTo(1);
            return "five";
          });
    }
    assertThat(file).hasContent("one\nfour\nfive\n");
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static UnforcedException failure(Journal journal, Journal.Placed placed) {
    return catchThrowableOfType(UnforcedException.class, () -> journal.sync(placed));
  }

  /// Where a line can't be taken out either, it stands.
  @Test
  void whatCanNotBeTakenOutStands() throws Exception {
    RecordingDisk disk = new RecordingDisk();
    RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
    LockFile.OpenLock locked = new LockFile.OpenLock(open.getChannel(), "journal", "");
    try (Journal journal =
        new Journal(
            open, locked, _ -> {}, this::force, Journal.Unforced.WITHDRAW, disk, "journal")) {
      Journal.Placed one = journal.place(_ -> line("one"));
      disk.arm(RecordingDisk.Fault.CRASH, 1);
      assertThat(failure(journal, one).stands(one)).isTrue();
    }
    assertThat(file).hasContent("one\n");
  }

  @Test
  void whatAnotherProcessWroteBehindItStays() throws Exception {
    try (Journal journal = journal(Journal.Unforced.WITHDRAW, this::force)) {
      broken.set(true);
      Journal.Placed one = journal.place(_ -> line("one"));
      Files.writeString(file, "theirs\n", StandardOpenOption.APPEND);
      UnforcedException failed =
          catchThrowableOfType(UnforcedException.class, () -> journal.sync(one));
      assertThat(failed.stands(one)).isTrue();
    }
    assertThat(file).hasContent("one\ntheirs\n");
  }

  @Test
  void whatIsKeptIsForcedAgainTheNextTime() throws Exception {
    try (Journal journal = journal(Journal.Unforced.KEEP, this::force)) {
      journal.sync();
      assertThat(forced).hasValue(0);
      journal.append("one");
      broken.set(true);
      assertThatThrownBy(journal::sync).hasMessageContaining("the disk is gone");
      Journal.Placed two = journal.place(_ -> line("two"));
      assertThat(failure(journal, two).stands(two)).isTrue();
      broken.set(false);
      journal.sync();
      journal.sync();
      assertThat(forced).hasValue(3);
    }
    assertThat(file).hasContent("one\ntwo\n");
  }

  @Test
  void linesAreReadBackwardsWhateverTheirLength() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      lines.add(i + "x".repeat(i * i % 20_011));
    }
    try (Journal journal = journal(Journal.Unforced.KEEP, this::force)) {
      for (String line : lines) {
        journal.append(line);
      }
      int first = 17;
      int from = lines.subList(0, first).stream().mapToInt(l -> l.length() + 1).sum();
      List<String> read = new ArrayList<>();
      journal.place(
          at -> {
            journal.backwards(
                from,
                at,
                (bytes, begin, end) -> {
                  read.add(new String(bytes, begin, end - begin, StandardCharsets.UTF_8));
                  return true;
                });
            return line("end");
          });
      assertThat(read.reversed()).isEqualTo(lines.subList(first, lines.size()));
    }
    assertThat(Files.readAllLines(file)).last().isEqualTo("end");
  }
}
