// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.journal;

import static org.assertj.core.api.Assertions.assertThat;

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
    List<String> lines = new ArrayList<>();
    SegmentedJournal.read(directory.resolve("audit.jsonl"), (_, _, text) -> lines.add(text));
    return lines;
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
