// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.records.faults.RecordingDisk;
import dev.writ.testkit.JavaProcess;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
  private static final int KILLS = 26;

  @TempDir Path directory;

  /// Appends lines for ever, or a given number, and reports its start.
  static final class Child {
    public static void main(String[] arguments) throws IOException {
      try (Journal journal = Journal.open(Path.of(arguments[0]))) {
        long most = Long.parseLong(arguments[2]);
        for (long i = 0; i < most; i++) {
          String line = arguments[1] + " " + i + " " + "x".repeat((int) (i * 7919 % 3000)) + " end";
          if (i % 16 == 0) {
            journal.appendDurably(line);
          } else {
            journal.append(line);
          }
          if (i == 0) {
            System.out.println("begun");
          }
        }
      }
    }
  }

  private static Process child(Path file, String name, long lines) throws IOException {
    return JavaProcess.of(Child.class, file.toString(), name, Long.toString(lines))
        .redirectErrorStream(true)
        .start();
  }

  private static void awaitBegin(Process child) throws IOException {
    assertThat(new String(child.getInputStream().readNBytes(6), StandardCharsets.UTF_8))
        .isEqualTo("begun\n");
  }

  @Tag("slow")
  @Test
  void killsLeaveWholeLinesAndAtMostOneTornTail() throws Exception {
    Path file = directory.resolve("journal");
    SplittableRandom random = new SplittableRandom(1);
    for (int kill = 0; kill < KILLS; kill += 2) {
      Process one = child(file, "w" + kill, Long.MAX_VALUE);
      Process two = child(file, "w" + (kill + 1), Long.MAX_VALUE);
      awaitBegin(one);
      awaitBegin(two);
      long deadline = System.nanoTime() + random.nextLong(8_000_000);
      while (System.nanoTime() < deadline) {
        StatePoll.pause();
      }
      one.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      two.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
    try (Journal journal = Journal.open(file)) {
      journal.appendDurably("last 0  end");
    }

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSizeGreaterThan(KILLS).allMatch(line -> line.endsWith(" end"));
    assertThat(lines).last().isEqualTo("last 0  end");
    for (int kill = 0; kill < KILLS; kill++) {
      String writer = "w" + kill;
      List<String> numbers =
          lines.stream()
              .map(line -> line.split(" "))
              .filter(words -> words[0].equals(writer))
              .map(words -> words[1])
              .toList();
      for (int i = 0; i < numbers.size(); i++) {
        assertThat(numbers.get(i)).isEqualTo(Integer.toString(i));
      }
    }
  }

  @Test
  void processesAppendWithoutLosingALine() throws Exception {
    Path file = directory.resolve("journal");
    List<Process> children = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      children.add(child(file, "p" + i, 200));
    }
    for (Process child : children) {
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).isZero();
    }

    List<String> lines = Files.readAllLines(file);
    Set<String> heads = new HashSet<>();
    lines.forEach(line -> heads.add(line.substring(0, line.indexOf(' ', 3))));
    assertThat(lines).hasSize(600).allMatch(line -> line.endsWith(" end"));
    assertThat(heads).hasSize(600);
  }

  @Test
  void threadsAndJournalsOfOneProcessAppendWithoutLosingALine() throws Exception {
    Path file = directory.resolve("journal");
    try (Journal one = Journal.open(file);
        Journal two = Journal.open(file)) {
      List<Thread> threads = new ArrayList<>();
      for (Journal journal : List.of(one, one, two, two)) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        for (int i = 0; i < 100; i++) {
                          journal.appendDurably("a line");
                        }
                      } catch (IOException e) {
                        throw new IllegalStateException(e);
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(Files.readAllLines(file)).hasSize(400).containsOnly("a line");
  }

  @Test
  void aTornTailIsMovedAsideAndNothingIsLost() throws IOException {
    Path file = directory.resolve("journal");
    byte[] torn = {'{', '"', (byte) 0xc3, 0, (byte) 0xff};
    Files.writeString(file, "whole\n");
    Files.write(file, torn, StandardOpenOption.APPEND);
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.bytes()).endsWith(torn);
      journal.append("next");
    }
    Files.writeString(file, "torn again", StandardOpenOption.APPEND);
    try (Journal journal = Journal.open(file)) {
      journal.append("third");
    }

    assertThat(file).hasContent("whole\nnext\nthird\n");
    byte[] aside = Files.readAllBytes(directory.resolve("journal.torn"));
    assertThat(aside).startsWith(torn);
    assertThat(new String(aside, StandardCharsets.ISO_8859_1)).endsWith("\ntorn again\n");
  }

  /// A journal that came with a repository may bring what has that name, too.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTornTailGoesThroughNoLinkAndToNoOtherFile(boolean symbolic) throws IOException {
    Path file = Files.writeString(directory.resolve("journal"), "whole\nssh-ed25519 AAAA me");
    Path victim = Files.writeString(directory.resolve("authorized_keys"), "mine\n");
    Path beside = directory.resolve("journal.torn");
    if (symbolic) {
      Files.createSymbolicLink(beside, victim);
    } else {
      Files.createLink(beside, victim);
    }

    try (Journal journal = Journal.open(file)) {
      assertThatThrownBy(() -> journal.append("next")).hasMessageContaining("journal.torn");
    }

    assertThat(victim).hasContent("mine\n");
    assertThat(file).hasContent("whole\nssh-ed25519 AAAA me");
  }

  @Test
  void aTornTailMakesNoFileWhereALinkLeads() throws IOException {
    Path file = Files.writeString(directory.resolve("journal"), "whole\ntorn");
    Path none = directory.resolve("none");
    Files.createSymbolicLink(directory.resolve("journal.torn"), none);

    try (Journal journal = Journal.open(file)) {
      assertThatThrownBy(() -> journal.append("next")).hasMessageContaining("link");
    }

    assertThat(none).doesNotExist();
  }

  @Test
  void anInterruptClosesNothing() throws Exception {
    Path file = directory.resolve("journal");
    try (Journal journal = Journal.open(file)) {
      Thread.currentThread().interrupt();
      journal.appendDurably("one");
      assertThat(journal.bytes()).hasSize(4);
      assertThat(Thread.interrupted()).isTrue();
      journal.appendDurably("two");
    }
    assertThat(file).hasContent("one\ntwo\n");
  }

  @Test
  void aLineOverTheLimitIsRefusedAndLeavesNothing() throws IOException {
    Path file = directory.resolve("journal");
    try (Journal journal = Journal.open(file)) {
      journal.append("one");
      String tooLong = "x".repeat(Journal.MAX_LINE_BYTES);
      assertThatThrownBy(() -> journal.append(tooLong)).isInstanceOf(IOException.class);
      assertThat(journal.bytes()).hasSize(4);
    }
  }

  @Test
  @Timeout(20)
  void aPipeInItsPlaceIsRefusedAndNothingWaitsForIt() throws Exception {
    Path pipe = directory.resolve("pipe.jsonl");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> Journal.open(pipe)).hasMessageContaining("not a regular file");
    assertThatThrownBy(() -> Journal.read(pipe)).hasMessageContaining("not a regular file");
    assertThatThrownBy(() -> SegmentedJournal.read(pipe, (_, _, _) -> {}))
        .hasMessageContaining("not a regular file");
    try (SegmentedJournal segments = new SegmentedJournal(pipe, 100, InstantSource.system())) {
      assertThatThrownBy(() -> segments.append("line")).hasMessageContaining("not a regular file");
    }
  }

  @Test
  void aLineThatFailedHalfWayIsTakenOutAgain() throws IOException {
    Path file = directory.resolve("half.jsonl");
    RecordingDisk disk = new RecordingDisk();
    try (Journal journal = Journal.open(file, disk)) {
      journal.append("first");
      disk.arm(RecordingDisk.Fault.FAIL_LATE, 2); // of the lock and the line

      assertThatThrownBy(() -> journal.append("second")).hasMessageContaining("WRITE");
      journal.append("third");
    }

    assertThat(file).hasContent("first\nthird\n");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "5, 2"})
  void ofATornEndThatIsLongerThanALineNothingIsLost(int more, int parts) throws IOException {
    Path file = directory.resolve("long.jsonl");
    Files.writeString(file, "first\n");
    long torn = (long) Journal.MAX_LINE_BYTES + more;
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(6 + torn); // sparse
    }
    List<Integer> kept = new ArrayList<>();
    RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
    LockFile.OpenLock locked = new LockFile.OpenLock(open.getChannel(), file, "");
    try (Journal journal =
        new Journal(
            open,
            locked,
            bytes -> kept.add(bytes.length),
            () -> {},
            Journal.Unforced.KEEP,
            DiskPort.system(),
            file)) {
      journal.append("second");
    }

    assertThat(kept).hasSize(parts);
    assertThat(kept.stream().mapToLong(Integer::longValue).sum()).isEqualTo(torn);
    assertThat(file).hasContent("first\nsecond\n");
  }

  @Test
  void aLineThatIsTooLongEndsTheSearchBackwards() throws IOException {
    Path file = directory.resolve("huge.jsonl");
    Files.writeString(file, "first\n");
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(3L * Journal.MAX_LINE_BYTES); // sparse: one line of zeroes
      open.seek(open.length());
      open.write('\n');
    }
    try (Journal journal = Journal.open(file)) {
      assertThatThrownBy(
              () ->
                  journal.place(
                      at -> {
                        journal.backwards(0, at, (_, _, _) -> true);
                        return new byte[0];
                      }))
          .hasMessageContaining("longer than " + Journal.MAX_LINE_BYTES);
    }
    assertThat(Files.size(file)).isEqualTo(3L * Journal.MAX_LINE_BYTES + 1);
  }
}
