// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.records.faults.RecordingDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A journal forces what it promises, counts what it removes, and leaves no lock or handle open.
class JournalDurabilityTest {
  @TempDir Path directory;

  /// Work on another thread, which ends in time only where no lock was left behind.
  private static void elsewhere(Journal journal, String line) throws InterruptedException {
    List<IOException> failed = new CopyOnWriteArrayList<>();
    Thread other =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    journal.append(line);
                  } catch (IOException e) {
                    failed.add(e);
                  }
                });
    assertThat(other.join(Duration.ofSeconds(20))).as("a lock was left behind").isTrue();
    assertThat(failed).isEmpty();
  }

  @Test
  void readingAndClosingLeaveNoLockBehind() throws Exception {
    Path file = directory.resolve("journal");
    Path other = directory.resolve("other");
    try (Journal journal = Journal.open(file)) {
      journal.append("one");
      assertThat(journal.bytes()).hasSize(4);
      elsewhere(journal, "two");
      assertThat(Journal.read(file)).isEqualTo("one\ntwo\n");
      elsewhere(journal, "three");
      assertThat(Journal.read(directory.resolve("nowhere"))).isEmpty();
      elsewhere(journal, "four");
      Journal.open(other).close();
      elsewhere(journal, "five");
      List<String> closed = new ArrayList<>();
      Journal.close(List.of(() -> closed.add("a"), () -> closed.add("b")));
      assertThat(closed).containsExactly("a", "b");
      elsewhere(journal, "six");
    }
    assertThat(file).hasContent("one\ntwo\nthree\nfour\nfive\nsix\n");
  }

  @Test
  void aClosedJournalHasNoHandleLeft() throws IOException {
    Path file = directory.resolve("journal");
    RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
    RandomAccessFile lock = new RandomAccessFile(directory.resolve("lock").toFile(), "rw");
    Journal journal =
        new Journal(
            open,
            new LockFile.OpenLock(lock.getChannel(), file, ""),
            _ -> {},
            () -> {},
            Journal.Unforced.KEEP,
            DiskPort.system(),
            file);
    journal.close();

    assertThat(lock.getChannel().isOpen()).isFalse();
    assertThat(open.getChannel().isOpen()).isFalse();
  }

  @Test
  void aLineOfExactlyTheLimitIsWritten() throws IOException {
    Path file = directory.resolve("journal");
    try (Journal journal = Journal.open(file)) {
      journal.append("x".repeat(Journal.MAX_LINE_BYTES - 1));
      journal.append("next");
    }
    assertThat(Files.size(file)).isEqualTo(Journal.MAX_LINE_BYTES + 5L);
  }

  /// Whoever makes lines from those before looks again after some were taken out.
  @Test
  void aFailedWriteIsCounted() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    try (Journal journal = Journal.open(directory.resolve("counted"), disk)) {
      List<Long> counts = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        disk.arm(RecordingDisk.Fault.FAIL_LATE, i == 1 ? 2 : 100);
        try {
          journal.append(
              () -> {
                counts.add(journal.withdrawals());
                return "line";
              });
        } catch (IOException e) {
          assertThat(e).hasMessageContaining("WRITE");
        }
      }

      assertThat(counts).containsExactly(0L, 0L, 1L);
      assertThat(journal.bytes()).asString(StandardCharsets.UTF_8).isEqualTo("line\nline\n");
    }
  }

  @Test
  void aDurableLineIsForcedBeforeTheCallEnds() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    Path file = directory.resolve("durable");
    try (Journal journal = Journal.open(file, disk)) {
      disk.arm(RecordingDisk.Fault.FAIL, 100);
      journal.appendDurably("line");

      assertThat(disk.steps())
          .extracting(RecordingDisk.Step::operation)
          .endsWith(DiskPort.Operation.WRITE, DiskPort.Operation.FORCE);
      disk.arm(RecordingDisk.Fault.FAIL, 3); // lock, line, force
      assertThatThrownBy(() -> journal.appendDurably("other"))
          .isInstanceOf(UnforcedException.class);
    }
  }

  @Test
  void aPrivateDirectoryIsTheOwnersAlone() throws IOException {
    Path made = directory.resolve("a/b");
    Journal.createPrivate(made);
    Journal.createPrivate(made); // it is there already

    assertThat(Files.getPosixFilePermissions(made)).isEqualTo(Journal.PRIVATE_DIRECTORY);
    assertThat(Journal.line(new byte[] {'a', 'b'})).endsWith((byte) '\n').startsWith('a', 'b');
  }

  @Test
  void aFileIsReadUpToTheBound() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "12345");

    assertThat(Journal.read(file, 5)).isEqualTo("12345");
    assertThat(Journal.read(file, 4)).isEmpty();
    assertThat(Journal.read(directory.resolve("nowhere"), 5)).isEmpty();
  }

  /// What others wrote whole is not cut: a cut of a file that others write to could lose a line.
  @Test
  void wholeLinesOfOthersAreNotTouched() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    Path file = directory.resolve("journal");
    try (Journal journal = Journal.open(file, disk)) {
      journal.append("one");
      Files.writeString(file, "theirs\n", StandardOpenOption.APPEND);
      disk.arm(RecordingDisk.Fault.FAIL, 100);
      journal.append("two");
    }

    assertThat(steps(disk)).containsExactly("LOCK journal", "WRITE journal");
    assertThat(file).hasContent("one\ntheirs\ntwo\n");
  }

  @Test
  void aPrivateFileIsMadeOnce() throws IOException {
    Path file = directory.resolve("key");
    byte[] content = "content".getBytes(StandardCharsets.UTF_8);
    Journal.createPrivate(file, content);

    assertThat(file).hasBinaryContent(content);
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Journal.PRIVATE_FILE);
    assertThatThrownBy(() -> Journal.createPrivate(file, new byte[1]))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasBinaryContent(content);
  }

  /// What a crash tore is kept on disk before it is taken out, and the name of a new file is
  // forced.
  @Test
  void tornBytesAreForcedBesideBeforeTheyAreTakenOut() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    disk.arm(RecordingDisk.Fault.FAIL, 100);
    Path file = directory.resolve("a/journal");
    try (Journal journal = Journal.open(file, disk)) {
      assertThat(steps(disk)).containsExactly("FORCE a");
      journal.append("one");
      Files.writeString(file, "torn", StandardOpenOption.APPEND);
      disk.arm(RecordingDisk.Fault.FAIL, 100);
      journal.append("two");
    }

    assertThat(steps(disk))
        .containsExactly(
            "LOCK journal",
            "FORCE a",
            "WRITE journal.torn",
            "FORCE journal.torn",
            "TRUNCATE journal",
            "WRITE journal");
    assertThat(Files.getPosixFilePermissions(directory.resolve("a")))
        .isEqualTo(Journal.PRIVATE_DIRECTORY);
    assertThat(directory.resolve("a/journal.torn")).hasContent("torn\n");
    assertThat(JournalFile.key(file))
        .isEqualTo(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
  }

  private static List<String> steps(RecordingDisk disk) {
    return disk.steps().stream()
        .map(step -> step.operation() + " " + Path.of(step.place()).getFileName())
        .toList();
  }
}
