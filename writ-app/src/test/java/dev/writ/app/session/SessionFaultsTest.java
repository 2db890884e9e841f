// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.writ.base.json.Json;
import dev.writ.records.journal.DiskPort;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each disk operation of a copy, an index, a removal and an export fails, or is the last one.
class SessionFaultsTest {
  private static final SessionDirectory.Retention TWO =
      new SessionDirectory.Retention(2, Duration.ZERO);

  /// How an operation goes wrong.
  enum Fault {
    /// It is not performed, and fails.
    FAIL,
    /// It is performed, and fails.
    FAIL_LATE,
    /// It is not performed, nor is any operation behind it.
    CRASH
  }

  /// Makes the n-th operation go wrong.
  private static final class FaultyDisk implements DiskPort {
    private final Fault fault;
    private final int bad;
    private final List<String> done = new ArrayList<>();
    private int count;

    FaultyDisk(Fault fault, int bad) {
      this.fault = fault;
      this.bad = bad;
    }

    boolean happened() {
      return count >= bad;
    }

    @Override
    public void perform(Operation operation, Object place, Action action) throws IOException {
      count++;
      boolean now = count == bad || (fault == Fault.CRASH && count > bad);
      if (!now || fault == Fault.FAIL_LATE) {
        action.run();
        done.add(operation.name());
      }
      if (now) {
        throw new IOException("No space left on device");
      }
    }
  }

  /// Work on the sessions of a disk.
  @FunctionalInterface
  private interface Work {
    void on(SessionFiles files) throws Exception;
  }

  /// Looks at what is there after a fault.
  @FunctionalInterface
  private interface Aftermath {
    void look(Optional<IOException> problem) throws Exception;
  }

  @TempDir Path home;

  private Path sessions() {
    return home.resolve("sessions");
  }

  private SessionFiles files(DiskPort disk) {
    return new SessionFiles(sessions(), home.resolve("data"), disk);
  }

  private List<String> listed() throws IOException {
    return new SessionDirectory(files(DiskPort.system()))
        .list().entries().stream().map(SessionEntry::name).toList();
  }

  private void session(String name, int minute) throws IOException {
    Json.Obj start =
        Json.object()
            .put("type", "session_start")
            .put("timestamp", "2026-01-18T12:0" + minute + ":00.000Z")
            .put("seq", 1)
            .put("id", name)
            .build();
    Json.Obj user =
        Json.object().put("type", "user").put("seq", 2).put("content", "word ".repeat(400)).build();
    Files.createDirectories(sessions());
    Files.writeString(
        sessions().resolve(name + ".jsonl"), start.write() + "\n" + user.write() + "\n");
  }

  /// Every operation goes wrong once.
  ///
  /// @param before makes the state before the work
  private void each(Fault fault, Work before, Work work, Aftermath aftermath) throws Exception {
    for (int n = 1; ; n++) {
      FaultyDisk disk = new FaultyDisk(fault, n);
      before.on(files(DiskPort.system()));
      Optional<IOException> problem = Optional.empty();
      try {
        work.on(files(disk));
      } catch (IOException e) {
        problem = Optional.of(e);
      }
      if (!disk.happened()) {
        assertThat(n).as("operations").isGreaterThan(2);
        assertThat(problem).isEmpty();
        return;
      }
      aftermath.look(problem);
    }
  }

  private void clear() throws IOException {
    try (Stream<Path> all = Files.exists(home) ? Files.walk(home) : Stream.of()) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        if (!path.equals(home)) {
          Files.delete(path);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aCopyIsWholeOrNotThere(Fault fault) throws Exception {
    SessionFork fork = new SessionFork("copy", "s0", Long.MAX_VALUE, false);
    each(
        fault,
        _ -> {
          clear();
          session("s0", 0);
        },
        files ->
            files.write(
                "copy.jsonl",
                sink -> fork.copy(SessionFiles.lines(sessions().resolve("s0.jsonl")), sink)),
        problem -> {
          Path copy = sessions().resolve("copy.jsonl");
          problem.ifPresent(
              e -> assertThat(e).hasMessage(copy + " cannot be written: No space left on device"));
          assertThat(problem.isPresent() || Files.exists(copy)).isTrue();
          if (Files.exists(copy)) {
            assertThat(Files.readAllLines(copy)).hasSize(2).last().asString().contains("word ");
          }
          assertThat(listed()).contains("s0").hasSize(Files.exists(copy) ? 2 : 1);
          assertThat(Files.readAllLines(sessions().resolve("s0.jsonl"))).hasSize(2);
        });
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aListIsRightWhateverBecomesOfItsIndex(Fault fault) throws Exception {
    each(
        fault,
        _ -> {
          clear();
          session("s0", 0);
          session("s1", 1);
          assertThat(listed()).containsExactly("s1", "s0");
          session("s2", 2);
        },
        files ->
            assertThat(new SessionDirectory(files).list().entries())
                .extracting(SessionEntry::name)
                .containsExactly("s2", "s1", "s0"),
        problem -> {
          assertThat(problem).isEmpty();
          assertThat(listed()).containsExactly("s2", "s1", "s0");
        });
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void whatCannotBeRemovedIsNamedAndKeepsNoOther(Fault fault) throws Exception {
    List<SessionDirectory.Removal> removals = new ArrayList<>();
    each(
        fault,
        _ -> {
          clear();
          for (int i = 0; i < 5; i++) {
            session("s" + i, i);
          }
          Files.writeString(sessions().resolve("s0.jsonl.torn"), "{");
          assertThat(listed()).hasSize(5);
        },
        files ->
            removals.add(
                new SessionDirectory(files).prune(TWO, Instant.now(), "", /* really= */ true)),
        problem -> {
          assertThat(problem).isEmpty();
          SessionDirectory.Removal removal = removals.getLast();
          assertThat(removal.problems())
              .hasSize(fault == Fault.CRASH ? 3 - removal.removed().size() : 1)
              .allMatch(line -> line.matches("s\\d.jsonl cannot be removed: No space left.*"));
          assertThat(removal.removed()).hasSize(3 - removal.problems().size());
          assertThat(listed()).startsWith("s4", "s3");
          new SessionDirectory(files(DiskPort.system())).prune(TWO, Instant.now(), "", true);
          assertThat(listed()).containsExactly("s4", "s3");
        });
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void anExportIsWholeOrNotThere(Fault fault) throws Exception {
    Path to = home.resolve("export.md");
    Path source = sessions().resolve("s0.jsonl");
    each(
        fault,
        _ -> {
          clear();
          session("s0", 0);
        },
        files ->
            files.writeNew(
                to, sink -> ExportFormat.MARKDOWN.write(SessionFiles.lines(source), "s0", sink)),
        problem -> {
          problem.ifPresent(
              e -> assertThat(e).hasMessage(to + " cannot be written: No space left on device"));
          assertThat(problem.isPresent() || Files.exists(to)).isTrue();
          if (Files.exists(to)) {
            assertThat(Files.readString(to)).contains("word ".repeat(400).strip());
          }
        });
  }

  @Test
  void whatIsThereIsNeverReplacedByAnExport() throws Exception {
    Path to = Files.writeString(home.resolve("mine.md"), "mine");
    Path link = Files.createSymbolicLink(home.resolve("link.md"), home.resolve("nowhere"));
    for (Path taken : List.of(to, link)) {
      assertThat(
              catchThrowable(
                  () -> files(DiskPort.system()).writeNew(taken, sink -> sink.accept("other"))))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(Files.readString(to)).isEqualTo("mine");
    assertThat(home.resolve("nowhere")).doesNotExist();
  }

  @Test
  void aMissingDirectoryIsNamed() {
    Path to = home.resolve("missing/export.md");
    assertThat(
            catchThrowable(() -> files(DiskPort.system()).writeNew(to, sink -> sink.accept("x"))))
        .hasMessage(to + " cannot be written: its directory does not exist");
  }
}
