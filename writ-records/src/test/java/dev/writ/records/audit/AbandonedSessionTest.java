// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbandonedSessionTest {
  private static final AppendedRecord RECORD = new AppendedRecord("R-1", "S-1", 1, "sha256:1");

  private static final AuditLog.Workspace HERE = new AuditLog.Workspace("/home/w", "id");

  @TempDir Path directory;

  private AuditLog log(long second, DiskPort disk, AuditLog.Workspace workspace) {
    return new AuditLog(
        directory, AuditLog.MAX_BYTES, () -> Instant.ofEpochSecond(second), workspace, "S-1", disk);
  }

  private AuditLog log(long second) {
    return log(second, DiskPort.system(), HERE);
  }

  private static Receipt receipt(String effect, GateAnswer answer) {
    Json.Obj told = Json.object().put("effect", effect).put("path", "a.txt").build();
    return new Receipt(
        new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Ai("p/m")),
        "sha256:0",
        new Receipt.Subject("c", "write_file", List.of(told), "write a.txt", false),
        List.of(answer),
        Json.Obj.EMPTY);
  }

  private static Receipt permitted() {
    return receipt("write", GateAnswer.pass("mode"));
  }

  private static AuditLog.Outcome ok(AppendedRecord... ledger) {
    return new AuditLog.Outcome("ok", Optional.empty(), Duration.ZERO, List.of(ledger));
  }

  private List<String> marks() throws IOException {
    Path marks = directory.resolve("receipts");
    if (!Files.exists(marks)) {
      return List.of();
    }
    try (var all = Files.walk(marks)) {
      return all.filter(Files::isRegularFile)
          .map(path -> path.getFileName().toString())
          .filter(name -> !name.equals("lock"))
          .toList();
    }
  }

  @Test
  void whatAKilledSessionLeftOpenIsFound() throws IOException {
    AuditLog killed = log(1);
    killed.outcome(killed.receipt(permitted()), ok(RECORD));
    String open = killed.receipt(permitted()).id();
    killed.close();

    AuditLog next = log(2);
    List<AbandonedSession> found = next.abandoned();

    assertThat(found).hasSize(1);
    try (AbandonedSession session = found.getFirst()) {
      assertThat(session.open())
          .containsExactly(
              new AbandonedAct(
                  open, "write_file write a.txt", permitted().origin().url(), List.of("write")));
      assertThat(session.reported()).containsExactly("R-1");
    }
    assertThat(marks()).as("it was not settled").hasSize(1);
    next.close();
  }

  @Test
  void itIsForgottenOnceItIsSettled() throws IOException {
    AuditLog killed = log(1);
    String open = killed.receipt(permitted()).id();
    killed.close();
    AuditLog next = log(2);
    ActRecorder acts = next.acts();

    try (AbandonedSession session = acts.abandoned().getFirst()) {
      acts.settle(session.open().getFirst().receipt(), KilledActOutcome.CUT_OFF, List.of());
      session.settled();
    }

    assertThat(marks()).isEmpty();
    assertThat(next.abandoned()).isEmpty();
    assertThat(new AuditTrail(directory).verify().sound()).as(open).isTrue();
    next.close();
  }

  @Test
  void aLivingSessionIsNotAbandoned() throws IOException {
    AuditLog living = log(1);
    AuditLog.Written open = living.receipt(permitted());
    AuditLog other = log(2);

    assertThat(other.abandoned()).isEmpty();
    assertThat(living.abandoned()).isEmpty();

    living.outcome(open, ok());
    living.close();
    assertThat(marks()).isEmpty();
    other.close();
  }

  @Test
  void asLongAsACommandRunsInTheBackgroundItsReceiptIsOpen() throws IOException {
    AuditLog killed = log(1);
    killed.started(killed.receipt(permitted()), "b1", Duration.ZERO);
    killed.close();
    AuditLog ended = log(2);
    AuditLog.Written receipt = ended.receipt(permitted());
    ended.started(receipt, "b1", Duration.ZERO);
    ended.ended(receipt, "b1", new AuditLog.Ending("ok", Optional.of(0), Duration.ZERO));
    ended.close();

    assertThat(marks()).hasSize(1);
    AuditLog next = log(3);
    try (AbandonedSession session = next.abandoned().getFirst()) {
      assertThat(session.open()).hasSize(1);
      next.settled(session.open().getFirst().receipt(), KilledActOutcome.CUT_OFF, List.of());
    }
    next.close();
    assertThat(new AuditTrail(directory).verify().sound()).isTrue();
  }

  @Test
  void anotherWorkspacesSessionsAreNotLookedAt() throws IOException {
    AuditLog killed = log(1);
    killed.receipt(permitted());
    killed.close();

    AuditLog elsewhere =
        log(2, DiskPort.system(), new AuditLog.Workspace("/home/elsewhere", "other"));
    assertThat(elsewhere.abandoned()).isEmpty();
    elsewhere.close();
    AuditLog renamed = log(3, DiskPort.system(), new AuditLog.Workspace("/home/renamed", "id"));
    assertThat(renamed.abandoned()).hasSize(1).allSatisfy(AbandonedSession::close);
    renamed.close();
  }

  @Test
  void aDenialNeedsNoMark() throws IOException {
    AuditLog log = log(1);
    log.receipt(
        receipt("write", GateAnswer.deny("mode", new ToolError(ErrorCode.PROTECTED_PATH, "no"))));
    log.close();

    assertThat(directory.resolve("receipts")).doesNotExist();
  }

  @Test
  void theMarkIsForcedBeforeTheReceiptAndGoesAfterTheLogIs() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    disk.arm(Fault.FAIL, 1000);
    AuditLog log = log(1, disk, HERE);
    log.outcome(log.receipt(permitted()), ok());
    log.close();

    List<Step> steps = disk.steps();
    String records = directory.resolve("audit.jsonl").toString();
    int made = first(steps, Operation.FORCE, "/receipts/");
    assertThat(made).isGreaterThan(first(steps, Operation.WRITE, "/receipts/"));
    int removed = first(steps, Operation.DELETE, "/receipts/");
    assertThat(made).isLessThan(steps.indexOf(new Step(Operation.WRITE, records)));
    assertThat(removed).isGreaterThan(steps.lastIndexOf(new Step(Operation.FORCE, records)));
  }

  @Test
  void withoutAMarkNothingIsPermitted() throws IOException {
    RecordingDisk disk = new RecordingDisk();
    disk.arm(Fault.FAIL, 1);
    AuditLog log = log(1, disk, HERE);

    assertThatThrownBy(() -> log.receipt(permitted()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/receipts/");
    assertThat(directory.resolve("audit.jsonl")).doesNotExist();
    String id = log.receipt(permitted()).id(); // its name was given up
    assertThat(id).endsWith("-1");
    assertThat(marks()).hasSize(1);
    log.close();
  }

  @Test
  void oneNameIsTheSessionOfOneProcessAtATime() throws IOException {
    AuditLog first = log(1);
    AuditLog.Written written = first.receipt(permitted());
    AuditLog second = log(1);

    assertThatThrownBy(() -> second.receipt(permitted()))
        .hasMessage("S-1-rs is the session of another process");
    first.outcome(written, ok());
    first.close();
    assertThat(second.receipt(permitted()).id()).isNotEmpty();
    second.close();
  }

  /// A mark that can't be read is nobody's, and stays for whoever can read it.
  @Test
  void whatCannotBeLookedUpIsLeftToTheNextSession() throws IOException {
    AuditLog killed = log(1);
    killed.receipt(permitted());
    killed.close();
    Path mark = directory.resolve("receipts").resolve(marks().getFirst());
    String text = Files.readString(mark);
    AuditLog next = log(2);
    Files.writeString(mark, "half a ma");
    assertThat(next.abandoned()).isEmpty();
    Files.writeString(mark, text);
    Path records = directory.resolve("audit.jsonl");
    Path elsewhere = Files.move(records, directory.resolve("elsewhere"));
    Files.createDirectory(records);
    assertThatThrownBy(next::abandoned).hasMessageContaining("not a regular file");
    Files.delete(records);
    Files.move(elsewhere, records);

    assertThat(next.abandoned()).hasSize(1).allSatisfy(AbandonedSession::close);
    next.close();
  }

  @Test
  void aMarkThatCannotBeRemovedIsLookedAtAgain() throws IOException {
    AuditLog killed = log(1);
    killed.receipt(permitted());
    killed.close();
    RecordingDisk disk = new RecordingDisk();
    AuditLog next = log(2, disk, HERE);
    AbandonedSession session = next.abandoned().getFirst();
    session.settled();
    disk.arm(Fault.FAIL, 1);
    session.close();

    assertThat(disk.happened()).isTrue();
    assertThat(next.abandoned()).hasSize(1).allSatisfy(AbandonedSession::close);
    next.close();
  }

  /// Other sessions' acts stand in the same log.
  @Test
  void onlyTheSessionsOwnActsAreOpen() throws IOException {
    AuditLog other = log(3);
    AuditLog.Written theirs = other.receipt(permitted());
    AuditLog killed = log(1);
    AuditLog.Written mine = killed.receipt(permitted());
    killed.receipt(
        receipt("write", GateAnswer.deny("mode", new ToolError(ErrorCode.PROTECTED_PATH, "no"))));
    other.outcome(theirs, ok(RECORD));
    killed.close();
    AuditLog next = log(2);

    try (AbandonedSession session = next.abandoned().getFirst()) {
      assertThat(session.open()).extracting(AbandonedAct::receipt).containsExactly(mine.id());
      assertThat(session.reported()).containsExactly("R-1");
    }
    next.close();
    other.close();
  }

  private static int first(List<Step> steps, Operation operation, String part) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).operation() == operation && steps.get(i).place().contains(part)) {
        return i;
      }
    }
    throw new AssertionError(operation + " " + part + " in " + steps);
  }

  @Test
  void whatOnlyLooksChangesNothing() {
    assertThat(act("read").mayChange()).isFalse();
    assertThat(act("output").mayChange()).isFalse();
    assertThat(act("run").mayChange()).isTrue();
    assertThat(new AbandonedAct("r", "undo", "", List.of()).mayChange()).isTrue();
  }

  private static AbandonedAct act(String effect) {
    return new AbandonedAct("r", "tool", "", List.of("read", effect));
  }
}
