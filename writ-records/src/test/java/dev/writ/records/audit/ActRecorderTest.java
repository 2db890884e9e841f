// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// An act has its decision on disk before it begins, and its outcome after it, however it ends.
class ActRecorderTest {
  @TempDir Path directory;
  private final RecordingDisk disk = new RecordingDisk();
  private AuditLog log;

  @BeforeEach
  void open() {
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    log =
        new AuditLog(
            directory,
            AuditLog.MAX_BYTES,
            () -> Instant.ofEpochSecond(1),
            new AuditLog.Workspace("/home/w", "id"),
            "S-1",
            disk);
  }

  @AfterEach
  void close() throws IOException {
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    log.close();
  }

  private static Receipt receipt() {
    return receipt(GateAnswer.pass("mode"));
  }

  private static Receipt receipt(GateAnswer answer) {
    return new Receipt(
        new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Human()),
        "sha256:0",
        new Receipt.Subject("c", "run_command", List.of(), "make", true),
        List.of(answer),
        Json.Obj.EMPTY);
  }

  private List<Json.Obj> lines() throws IOException, JsonException {
    List<Json.Obj> lines = new ArrayList<>();
    Path records = directory.resolve("audit.jsonl");
    for (String line : Files.exists(records) ? Files.readAllLines(records) : List.<String>of()) {
      lines.add(JsonReader.readObject(line));
    }
    return lines;
  }

  private List<Operation> done() {
    String records = directory.resolve("audit.jsonl").toString();
    return disk.steps().stream()
        .filter(step -> step.place().equals(records))
        .map(RecordingDisk.Step::operation)
        .filter(operation -> operation != Operation.LOCK)
        .toList();
  }

  @Test
  void theDecisionIsForcedBeforeTheActAndTheOutcomeWrittenAfterIt()
      throws IOException, JsonException {
    ActRecorder acts = log.acts();
    AppendedRecord record = new AppendedRecord("R-1", "S-1", 3, "sha256:1");
    String id =
        acts.perform(
            receipt(),
            open -> {
              assertThat(done()).containsExactly(Operation.WRITE, Operation.FORCE);
              open.exit(3, List.of());
              open.records(List.of(record));
              open.commit("c0ffee");
              return open.receipt();
            });

    assertThat(done()).containsExactly(Operation.WRITE, Operation.FORCE, Operation.WRITE);
    Json.Obj outcome = lines().getLast();
    assertThat(outcome.text("type")).contains("outcome");
    assertThat(outcome.text("receipt")).contains(id);
    assertThat(outcome.text("code")).contains("ok");
    assertThat(outcome.text("commit")).contains("c0ffee");
    assertThat(outcome.write()).contains("\"exit_code\":3", "\"id\":\"R-1\"");
    assertThat(log.review().open()).isEmpty();
  }

  static Stream<Arguments> endings() {
    return Stream.of(
        Arguments.of(new IOException("full"), "IO_ERROR"),
        Arguments.of(new ClosedByInterruptException(), "aborted"),
        Arguments.of(new InterruptedException(), "aborted"),
        Arguments.of(new IllegalStateException("defect"), "INTERNAL_ERROR"),
        Arguments.of(new StackOverflowError(), "INTERNAL_ERROR"));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void everyEndingHasItsOutcome(Throwable failure, String code) throws IOException, JsonException {
    ActRecorder acts = log.acts();
    assertThatThrownBy(() -> acts.perform(receipt(), _ -> thrown(failure))).isSameAs(failure);
    assertThat(lines()).hasSize(2);
    assertThat(lines().getLast().text("code")).contains(code);
  }

  private static String thrown(Throwable failure) throws IOException, InterruptedException {
    switch (failure) {
      case IOException e -> throw e;
      case InterruptedException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  @Test
  void whatTheActSaysOfItsEndStandsWhateverFollows() throws IOException, JsonException {
    ActRecorder acts = log.acts();
    assertThatThrownBy(
            () ->
                acts.perform(
                    receipt(),
                    open -> {
                      open.code("refused");
                      throw new UncheckedIOException(new IOException("later"));
                    }))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(lines().getLast().text("code")).contains("refused");
  }

  @Test
  void nothingIsDoneWhereTheDecisionCannotBeRecorded() throws IOException, JsonException {
    int done = 0;
    int operations = 0;
    for (boolean failed = true; failed; operations++) {
      open();
      ActRecorder acts = log.acts();
      int before = done;
      List<String> performed = new ArrayList<>();
      disk.arm(RecordingDisk.Fault.FAIL, operations + 1);
      try {
        int _ =
            acts.perform(
                receipt(),
                _ -> {
                  performed.add("act");
                  return 0;
                });
        assertThat(performed).hasSize(1);
        done++;
      } catch (IOException _) {
        assertThat(performed).as("operation " + (operations + 1)).isEmpty();
      }
      failed = disk.happened();
      disk.arm(RecordingDisk.Fault.FAIL, 1000);
      log.close();
      // A permitted act that was done has its receipt, whichever operation failed.
      assertThat(lines().stream().filter(line -> line.text("type").orElse("").equals("receipt")))
          .hasSizeGreaterThanOrEqualTo(before);
    }
    assertThat(operations).isGreaterThan(3);
    assertThat(done).isGreaterThan(1);
  }

  @Test
  void anOutcomeThatCannotBeWrittenLeavesTheResult() throws IOException, JsonException {
    ActRecorder acts = log.acts();
    int result =
        acts.perform(
            receipt(),
            _ -> {
              disk.arm(RecordingDisk.Fault.FAIL, 1);
              return 7;
            });
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    assertThat(result).isEqualTo(7);
    assertThat(log.review().open()).hasSize(1);
  }

  @Test
  void aDenialIsCompleteAndAnUnperformedActHasItsReason() throws IOException, JsonException {
    ActRecorder acts = log.acts();
    acts.denied(receipt(GateAnswer.deny("mode", new ToolError(ErrorCode.COMMAND_DENIED, "no"))));
    assertThat(lines()).hasSize(1);
    assertThatThrownBy(() -> acts.denied(receipt())).isInstanceOf(IllegalArgumentException.class);
    assertThat(lines()).hasSize(1);
    acts.unperformed(receipt(), "dry_run");
    assertThat(lines()).hasSize(3);
    assertThat(lines().getLast().text("code")).contains("dry_run");
  }

  /// A command in the background that ends when the test says so.
  private static final class Later implements OpenAct.Background {
    private Optional<Consumer<AuditLog.Ending>> listener = Optional.empty();

    @Override
    public String id() {
      return "bg-1";
    }

    @Override
    public void whenEnded(Consumer<AuditLog.Ending> wanted) {
      listener = Optional.of(wanted);
    }

    void end() {
      listener
          .orElseThrow()
          .accept(new AuditLog.Ending("ok", Optional.of(0), Duration.ofMillis(9)));
    }
  }

  @Test
  void whatGoesOnIsOpenUntilItsEnd() throws IOException, JsonException {
    ActRecorder acts = log.acts();
    Later later = new Later();
    String id =
        acts.perform(
            receipt(),
            open -> {
              open.background(later);
              return open.receipt();
            });
    assertThat(log.review().open()).containsExactly(id);
    later.end();
    assertThat(log.review().open()).isEmpty();
  }

  @Test
  void anEndThatCannotBeRecordedIsLeftToVerification() throws IOException {
    ActRecorder acts = log.acts();
    Later later = new Later();
    String id =
        acts.perform(
            receipt(),
            open -> {
              open.background(later);
              assertThat(open.took()).isBetween(Duration.ZERO, Duration.ofMinutes(10));
              return open.receipt();
            });
    disk.arm(RecordingDisk.Fault.FAIL, 1);
    later.end();
    disk.arm(RecordingDisk.Fault.FAIL, 1000);

    assertThat(log.review().open()).containsExactly(id);
  }

  /// A receipt that was not written leaves no gap: a missing number is a removed line.
  @Test
  void theNumbersOfReceiptsHaveNoGap() throws IOException {
    ActRecorder acts = log.acts();
    acts.unperformed(receipt(), "dry_run");
    disk.arm(RecordingDisk.Fault.FAIL, 2); // of the lock and the line
    assertThatThrownBy(() -> acts.unperformed(receipt(), "dry_run"))
        .isInstanceOf(IOException.class);
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    acts.unperformed(receipt(), "dry_run");

    assertThat(new AuditTrail(directory).verify())
        .isEqualTo(new AuditCheck.Found(2, List.of(), List.of()));
  }

  /// Where a file can't be closed, the other one is, and the mark of a session without open acts
  /// goes.
  @Test
  void closingGoesOnWhereAFileCannotBeForced() throws IOException {
    ActRecorder acts = log.acts();
    acts.unperformed(receipt(), "dry_run");
    disk.arm(RecordingDisk.Fault.FAIL, 1);
    assertThatThrownBy(log::close).isInstanceOf(IOException.class);

    Path marks = directory.resolve("receipts");
    try (Stream<Path> left = Files.list(marks)) {
      assertThat(left).containsExactly(marks.resolve("lock"));
    }
    assertThat(disk.steps())
        .extracting(RecordingDisk.Step::place)
        .contains(directory.resolve("audit.log").toString());
  }

  @Test
  void anEndWhoseStartIsNotRecordedIsNoSecondFault() throws IOException, JsonException {
    ActRecorder acts = log.acts();
    Later later = new Later();
    String _ =
        acts.perform(
            receipt(),
            open -> {
              open.background(later);
              disk.arm(RecordingDisk.Fault.FAIL, 1);
              return open.receipt();
            });
    disk.arm(RecordingDisk.Fault.FAIL, 1000);
    assertThat(later.listener).isEmpty();
    assertThat(lines()).hasSize(1);
  }
}
