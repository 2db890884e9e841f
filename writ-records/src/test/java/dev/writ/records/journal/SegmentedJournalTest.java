// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.records.faults.OpenHandles;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentedJournalTest {
  private static final int WRITERS = 4;
  private static final int LINES = 3000;
  private static final long MAX_BYTES = 20_000;

  @TempDir Path directory;

  /// Appends numbered lines.
  static final class Child {
    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      try (SegmentedJournal segments =
          new SegmentedJournal(file, MAX_BYTES, InstantSource.system())) {
        for (int i = 0; i < LINES; i++) {
          segments.append(arguments[1] + " " + i + " end");
          if (i % 64 == 0) {
            segments.sync();
          }
        }
      }
    }
  }

  private Process child(String name) throws IOException {
    return JavaProcess.of(Child.class, directory.resolve("audit.jsonl").toString(), name)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(name + ".out").toFile())
        .start();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private List<String> lines() throws IOException {
    return lines(SegmentedJournal.JournalExtent.START);
  }

  private List<String> lines(SegmentedJournal.JournalExtent since) throws IOException {
    List<String> lines = new ArrayList<>();
    SegmentedJournal.readSince(
        directory.resolve("audit.jsonl"), since, (_, _, text) -> lines.add(text));
    return lines;
  }

  /// Also where other files began since; where the one of then is gone, nothing is left out.
  @Test
  void whatCameSinceIsReadFromThereOn() throws IOException {
    Path file = directory.resolve("audit.jsonl");
    SegmentedJournal.JournalExtent begin = SegmentedJournal.extent(file);
    try (SegmentedJournal segments = new SegmentedJournal(file, 40, InstantSource.system())) {
      segments.append("the first line");
      SegmentedJournal.JournalExtent first = SegmentedJournal.extent(file);
      for (int i = 2; i < 8; i++) {
        segments.append("line number " + i);
      }
      SegmentedJournal.JournalExtent last = SegmentedJournal.extent(file);

      assertThat(lines(begin)).hasSize(7).isEqualTo(lines());
      assertThat(lines(first)).hasSize(6).startsWith("line number 2").endsWith("line number 7");
      assertThat(lines(last)).isEmpty();
      assertThat(lines(new SegmentedJournal.JournalExtent("gone", 9))).hasSize(7);
    }
  }

  @Tag("slow")
  @Test
  void processesThatWriteAtOnceLoseNothing() throws Exception {
    List<Process> children = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      children.add(child("w" + i));
    }
    for (Process child : children) {
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).isZero();
    }

    assertThat(names().stream().filter(name -> name.endsWith(".jsonl")))
        .hasSizeGreaterThan(WRITERS);
    assertThat(names()).doesNotContain("audit.jsonl.torn");
    List<String> all = lines();
    assertThat(all).hasSize(WRITERS * LINES).allMatch(line -> line.endsWith(" end"));
    for (int i = 0; i < WRITERS; i++) {
      String writer = "w" + i + " ";
      List<String> expected = new ArrayList<>();
      for (int n = 0; n < LINES; n++) {
        expected.add(writer + n + " end");
      }
      assertThat(all.stream().filter(line -> line.startsWith(writer))).isEqualTo(expected);
    }
  }

  /// Between the steps of opening it another one may rename the file: whoever comes then opens the
  /// next one, and fails at nothing.
  @Test
  void whoOpensAFileThatIsBeingRenamedWritesIntoTheNext() throws Exception {
    Path file = directory.resolve("audit.jsonl");
    List<Future<?>> writers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        String name = "w" + writer;
        writers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    try (SegmentedJournal one =
                        new SegmentedJournal(file, /* maxBytes= */ 1, InstantSource.system())) {
                      one.append(name + " " + i);
                    }
                  }
                  return null;
                }));
      }
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
    List<String> lines = new ArrayList<>();
    SegmentedJournal.read(file, (_, _, text) -> lines.add(text));
    assertThat(lines).hasSize(WRITERS * 200).doesNotHaveDuplicates();
  }

  @Test
  void aFullFileGetsItsTimeAndKeepsItsMode() throws IOException {
    InstantSource clock = () -> Instant.parse("2025-01-15T10:30:45.123Z");
    try (SegmentedJournal segments =
        new SegmentedJournal(directory.resolve("audit.jsonl"), 10, clock)) {
      segments.append("12345");
      segments.append("a line that is longer than a file may become");
      segments.append("last");
    }

    // The clock stands still, and still no name is given twice.
    assertThat(names())
        .containsExactly(
            "audit-20250115T103045.123Z.jsonl", "audit-20250115T103045.124Z.jsonl", "audit.jsonl");
    assertThat(lines())
        .containsExactly("12345", "a line that is longer than a file may become", "last");
    for (String name : names()) {
      assertThat(Files.getPosixFilePermissions(directory.resolve(name)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  /// Names sort by time even where the clock was set back; the files are read in that order.
  @Test
  void aClockThatWasSetBackGivesALaterName() throws IOException {
    Path file = directory.resolve("audit.jsonl");
    Files.writeString(directory.resolve("audit-20250115T103045.999Z.jsonl"), "old\n");
    Files.writeString(directory.resolve("audit-20240115T103045.999Z.jsonl"), "oldest\n");
    SegmentNames names = SegmentNames.of(file);

    assertThat(names.next(Instant.parse("2025-01-15T10:30:45.998Z")))
        .hasFileName("audit-20250115T103046.000Z.jsonl");
    assertThat(names.next(Instant.parse("2025-01-15T10:30:45.999Z")))
        .hasFileName("audit-20250115T103046.000Z.jsonl");
    assertThat(names.next(Instant.parse("2025-01-15T10:30:46.001Z")))
        .hasFileName("audit-20250115T103046.001Z.jsonl");
    assertThat(lines()).containsExactly("oldest", "old");
    Files.writeString(file, "new\n");
    assertThat(lines()).containsExactly("oldest", "old", "new");
  }

  @Test
  void aNameThatOnlyLooksLikeATimeIsReported() throws IOException {
    Files.writeString(directory.resolve("audit-20259915T103045.999Z.jsonl"), "x\n");

    assertThatThrownBy(() -> SegmentNames.of(directory.resolve("audit.jsonl")).next(Instant.EPOCH))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("20259915T103045.999Z");
  }

  /// A file is full at its size, and a first line has its place however long it is.
  @ParameterizedTest
  @CsvSource({"10, 1", "11, 2", "12, 2"})
  void aFileThatALineWouldFillIsReplaced(long maxBytes, int inTheFirst) throws IOException {
    InstantSource clock = () -> Instant.parse("2025-01-15T10:30:45.123Z");
    Path file = directory.resolve("audit.jsonl");
    try (SegmentedJournal segments = new SegmentedJournal(file, maxBytes, clock)) {
      segments.append("1234"); // and the end of the line
      segments.append("56789");
    }

    assertThat(names()).hasSize(3 - inTheFirst);
    assertThat(lines()).containsExactly("1234", "56789");
  }

  /// The lines of a full file are on disk before its name changes, and so is the name.
  @Test
  void aFullFileIsForcedWithItsName() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    Path file = directory.resolve("audit.jsonl");
    try (SegmentedJournal segments = new SegmentedJournal(file, 10, () -> Instant.EPOCH, disk)) {
      segments.sync(); // nothing is open
      segments.append("12345678");
      disk.arm(RecordingDisk.Fault.FAIL, 1000);
      segments.append("next");
      assertThat(steps(disk))
          .containsExactly(
              "RENAME audit-19700101T000000.000Z.jsonl",
              "FORCE directory",
              "FORCE audit.jsonl", // the old one, before it is closed
              "FORCE directory",
              "WRITE audit.jsonl");
      disk.arm(RecordingDisk.Fault.FAIL, 1000);
      segments.sync();
      assertThat(steps(disk)).containsExactly("FORCE audit.jsonl");
    }
    assertThat(OpenHandles.below(directory)).isEmpty();
  }

  private List<String> steps(RecordingDisk disk) {
    return disk.steps().stream()
        .filter(step -> step.operation() != DiskPort.Operation.LOCK)
        .map(step -> step.operation() + " " + name(Path.of(step.place())))
        .toList();
  }

  private String name(Path path) {
    return path.equals(directory) ? "directory" : String.valueOf(path.getFileName());
  }

  @Test
  void readingLeavesNoHandleOpenAlsoWhereItFails() throws IOException {
    Files.writeString(directory.resolve("audit-20250115T103045.999Z.jsonl"), "one\ntwo\n");
    Files.createDirectory(directory.resolve("audit.jsonl"));
    List<String> read = new ArrayList<>();

    assertThatThrownBy(this::lines).hasMessageContaining("not a regular file");
    assertThat(OpenHandles.below(directory)).isEmpty();
    Files.delete(directory.resolve("audit.jsonl"));
    SegmentedJournal.read(
        directory.resolve("audit.jsonl"),
        (name, number, text) -> read.add(name + ":" + number + " " + text));
    assertThat(read)
        .containsExactly(
            "audit-20250115T103045.999Z.jsonl:1 one", "audit-20250115T103045.999Z.jsonl:2 two");
    assertThat(OpenHandles.below(directory)).isEmpty();
  }

  @Test
  void whoeverHasTheOldFileOpenNoticesThatItWasRenamed() throws IOException {
    Path file = directory.resolve("audit.jsonl");
    try (SegmentedJournal one = new SegmentedJournal(file, 1000, InstantSource.system());
        SegmentedJournal two = new SegmentedJournal(file, 1000, InstantSource.system())) {
      one.append("first");
      two.append("second");
      Files.move(file, directory.resolve("audit-20250115T103045.123Z.jsonl"));
      one.append("third");
      two.append("fourth");
      Files.delete(file);
      two.append("fifth");
    }
    assertThat(lines()).containsExactly("first", "second", "fifth");
  }

  @Test
  void whatIsNotThereIsEmptyAndOtherFilesAreNoSegments() throws IOException {
    SegmentedJournal.read(directory.resolve("nowhere/audit.jsonl"), (_, _, text) -> lines(text));
    Files.writeString(directory.resolve("audit-old.jsonl"), "x\n");
    Files.writeString(directory.resolve("audit.jsonl.torn"), "x\n");
    assertThat(lines()).isEmpty();
  }

  private static void lines(String text) {
    throw new AssertionError(text);
  }
}
