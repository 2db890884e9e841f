// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.records.faults.OpenHandles;
import dev.writ.testkit.JavaProcess;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A lock that others hold is waited for, but not for ever; and no handle that closes gives it up.
class LockFileTest {
  private static final Duration MOMENT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void aFile() throws IOException {
    file = Files.createFile(directory.resolve("lock"));
  }

  /// Holds a shared lock of a file until its input ends.
  static final class Child {
    public static void main(String[] arguments) throws IOException {
      try (RandomAccessFile open = new RandomAccessFile(arguments[0], "r");
          FileLock _ = open.getChannel().lock(0, Long.MAX_VALUE, /* shared= */ true)) {
        System.out.println("locked");
        System.out.flush();
        while (System.in.read() >= 0) {
          // It goes on holding it.
        }
      }
    }
  }

  private LockFile.OpenLock open() throws IOException {
    return new LockFile.OpenLock(
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE),
        file,
        JournalFile.key(file));
  }

  private <T> T hold(Duration patience, LockFile.Work<T> work) throws IOException {
    return LockFile.hold(file, this::open, DiskPort.system(), patience, work);
  }

  @Test
  @Timeout(60)
  void aSharedLockOfAnotherProcessEndsTheWaitWithItsName() throws IOException {
    Process child = locking(file);
    try {
      assertThat(child.inputReader().readLine()).isEqualTo("locked");

      assertThatThrownBy(() -> hold(MOMENT, () -> true))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("locked by process " + child.pid() + " (java)")
          .hasMessageContaining("then try again");
      LockFile.Opener unknown = () -> new LockFile.OpenLock(open().channel(), file, "no inode");
      assertThatThrownBy(() -> LockFile.hold(file, unknown, DiskPort.system(), MOMENT, () -> true))
          .hasMessageContaining("locked by another process for more than 0 s");
    } finally {
      child.outputWriter().close();
      child.destroy();
    }
  }

  @Test
  void aFailedWaitLeavesTheLockOfAnotherSessionOfThisProcess() throws IOException {
    hold(
        LONG,
        () -> {
          String before = ours();
          assertThat(before).isNotEmpty();
          List<Throwable> seen =
              elsewhere(
                  () -> {
                    hold(MOMENT, () -> true);
                  });
          assertThat(seen).hasSize(1);
          assertThat(seen.getFirst()).hasMessageContaining("another session of this process");
          assertThat(ours()).as("a closed handle gave up the lock").isEqualTo(before);
          return true;
        });
  }

  /// Whoever waits for another session of this process gets the lock as soon as it is free.
  @Test
  @Timeout(60)
  void anotherSessionOfThisProcessIsWaitedFor() throws Exception {
    List<String> order = new CopyOnWriteArrayList<>();
    Thread[] waiting = new Thread[1];
    hold(
        LONG,
        () -> {
          waiting[0] = Thread.ofPlatform().start(() -> order.add(held("second")));
          while (waiting[0].getState() != Thread.State.TIMED_WAITING) {
            StatePoll.pause();
          }
          return order.add("first");
        });
    waiting[0].join();

    assertThat(order).containsExactly("first", "second");
  }

  private String held(String answer) {
    try {
      return hold(LONG, () -> answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anInterruptEndsTheWait() throws IOException {
    hold(
        LONG,
        () -> {
          List<Throwable> seen =
              elsewhere(
                  () -> {
                    Thread.currentThread().interrupt();
                    hold(LONG, () -> true);
                  });
          assertThat(seen.getFirst()).isInstanceOf(ClosedByInterruptException.class);
          return true;
        });
  }

  @Test
  void readersOfAJournalDoNotGiveUpItsLock() throws IOException {
    Path audit = directory.resolve("audit.jsonl");
    try (Journal journal = Journal.open(audit)) {
      journal.append("{}");
      journal.append(
          () -> {
            String before = locks(audit);
            Thread reader = Thread.ofPlatform().start(() -> reads(audit));
            while (reader.isAlive() && reader.getState() != Thread.State.WAITING) {
              StatePoll.pause(); // it ends, or waits for this line
            }
            assertThat(before).isNotEmpty();
            assertThat(locks(audit)).as("a closed reader gave up the lock").isEqualTo(before);
            return "{}";
          });
    }
  }

  private static void reads(Path audit) {
    try {
      SegmentedJournal.read(audit, (_, _, _) -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aNameIsClaimedOnceAndOthersBesideIt() throws IOException {
    Path claims = directory.resolve("claims");
    LockFile.Claim one = LockFile.claim(claims, "one").orElseThrow();
    LockFile.Claim two = LockFile.claim(claims, "two").orElseThrow();

    assertThat(LockFile.claim(claims, "one")).isEmpty();
    assertThat(LockFile.claim(claims, "two")).isEmpty();
    assertThat(locks(claims).lines()).hasSize(2);
    assertThat(claims).isEmptyFile();
    assertThat(Files.getPosixFilePermissions(claims)).isEqualTo(Journal.PRIVATE_FILE);
    one.close();
    assertThat(locks(claims).lines()).as("a claim that ends takes no other along").hasSize(1);
    one.close(); // a second time is nothing
    LockFile.Claim again = LockFile.claim(claims, "one").orElseThrow();
    again.close();
    two.close();
    assertThat(locks(claims)).isEmpty();
    assertThat(LockFile.claim(claims, "two")).hasValueSatisfying(LockFileTest::close);
    assertThat(OpenHandles.below(directory)).isEmpty();
  }

  private static void close(LockFile.Claim claim) {
    try {
      claim.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Names whose places would be the same where only one half of a hash counted.
  @Test
  void namesWithOneHashAreTwoNames() throws IOException {
    Path claims = directory.resolve("claims");
    assertThat("AaAa".hashCode()).isEqualTo("BBBB".hashCode());
    // These two have one CRC-32, and negative hashes.
    List<String> names = List.of("AaAa", "BBBB", "AaBB", "plumless", "buckeroo");
    List<LockFile.Claim> all = new ArrayList<>();
    for (String name : names) {
      all.add(LockFile.claim(claims, name).orElseThrow());
    }
    assertThat(locks(claims).lines()).hasSize(names.size());
    all.forEach(LockFileTest::close);
  }

  @Test
  @Timeout(60)
  void aNameThatAnotherProcessHasIsNotClaimed() throws Exception {
    Process child = locking(file);
    try {
      assertThat(child.inputReader().readLine()).isEqualTo("locked");

      assertThat(LockFile.claim(file, "one")).isEmpty();
      assertThat(OpenHandles.below(directory)).isEmpty();
    } finally {
      child.outputWriter().close();
      child.waitFor();
    }
    assertThat(LockFile.claim(file, "one")).hasValueSatisfying(LockFileTest::close);
  }

  /// Whoever waits gets the lock as soon as it is free, and an interrupt of a writer stays.
  @Test
  @Timeout(60)
  void aWriterOfAJournalWaitsForAnotherProcessThroughAnInterrupt() throws Exception {
    Path audit = directory.resolve("audit.jsonl");
    try (Journal journal = Journal.open(audit)) {
      Process child = locking(audit);
      assertThat(child.inputReader().readLine()).isEqualTo("locked");
      AtomicBoolean kept = new AtomicBoolean();
      Thread writer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    Thread.currentThread().interrupt();
                    try {
                      journal.append("{}");
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                    kept.set(Thread.currentThread().isInterrupted());
                  });
      while (writer.isAlive() && writer.getState() != Thread.State.TIMED_WAITING) {
        StatePoll.pause();
      }
      assertThat(audit).isEmptyFile();
      child.outputWriter().close();
      writer.join();

      assertThat(kept).isTrue();
      assertThat(audit).hasContent("{}\n");
      child.destroy();
    }
  }

  @Test
  void afterItsWorkTheLockIsFreeWhateverHappened() throws IOException {
    assertThatThrownBy(
            () ->
                hold(
                    LONG,
                    () -> {
                      throw new IOException("the work failed");
                    }))
        .hasMessage("the work failed");

    assertThat(ours()).isEmpty();
    assertThat(hold(LONG, () -> "again")).isEqualTo("again");
    assertThat(elsewhere(() -> assertThat(hold(MOMENT, () -> "there")).isEqualTo("there")))
        .isEmpty();
  }

  private static Process locking(Path file) throws IOException {
    return JavaProcess.of(Child.class, file.toString()).start();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static List<Throwable> elsewhere(Work work) {
    List<Throwable> seen = new CopyOnWriteArrayList<>();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    work.run();
                  } catch (IOException e) {
                    seen.add(e);
                  }
                });
    while (thread.isAlive()) {
      StatePoll.pause();
    }
    return seen;
  }

  private String ours() throws IOException {
    return locks(file);
  }

  /// What the kernel knows of the locks of a file. Its list is handed out page by page, and a lock
  /// that another process takes in between moves lines from one page to the next: one look may show
  /// a line twice or not at all, two that agree show what holds.
  private static String locks(Path file) throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    String last = look(inode);
    for (String now = look(inode); !now.equals(last); now = look(inode)) {
      last = now;
    }
    return last;
  }

  private static String look(String inode) throws IOException {
    return String.join(
        "\n",
        Files.readAllLines(Path.of("/proc/locks")).stream()
            .filter(line -> line.contains(inode))
            .map(line -> line.substring(line.indexOf(' ')))
            .distinct()
            .toList());
  }
}
