// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.SegmentedJournal.JournalExtent;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where sessions were at work beside one.
class OverlappingSessionsTest {
  private static final Path WORKSPACE = Path.of("/home/w");

  @TempDir Path directory;
  private AuditTrail trail;

  @BeforeEach
  void aTrail() {
    trail = new AuditTrail(directory);
  }

  private AuditLog log(String workspace) {
    return new AuditLog(
        directory,
        AuditLog.MAX_BYTES,
        () -> Instant.ofEpochSecond(1),
        new AuditLog.Workspace(workspace, "id of " + workspace),
        "S-" + workspace.replace('/', '.'),
        DiskPort.system());
  }

  private static AuditLog.Written begin(AuditLog log) throws IOException {
    return log.receipt(
        new Receipt(
            new ActOrigin("S", 1, 1, new ActOrigin.Contributor.Ai("p/m")),
            "sha256:0",
            new Receipt.Subject("c", "write_file", List.of(), "write_file", false),
            List.of(GateAnswer.pass("mode")),
            Json.Obj.EMPTY));
  }

  private static void end(AuditLog log, AuditLog.Written act) throws IOException {
    log.outcome(act, new AuditLog.Outcome("ok", Optional.empty(), Duration.ZERO, List.of()));
  }

  private OverlappingSessions since(JournalExtent extent) throws IOException {
    return trail.overlapping(WORKSPACE, extent);
  }

  private static List<String> paths(OverlappingSessions sessions) throws IOException {
    return sessions.workspaces().stream().map(AuditLog.Workspace::path).sorted().toList();
  }

  @Test
  void thoseBelowAndAroundCountAndNoOthers() throws IOException {
    OverlappingSessions watched = since(trail.extent());
    assertThat(paths(watched)).isEmpty();
    for (String workspace : List.of("/home", "/home/w", "/home/w/sub", "/home/w2", "/home/v/w")) {
      try (AuditLog log = log(workspace)) {
        end(log, begin(log));
      }
    }

    assertThat(paths(watched)).containsExactly("/home", "/home/w/sub");
    assertThat(watched.workspaces())
        .extracting(AuditLog.Workspace::identity)
        .contains("id of /home/w/sub");
    assertThat(paths(since(trail.extent()))).as("they were over").isEmpty();
  }

  @Test
  void oneThatIsAtWorkCountsWhetherItBeganBeforeOrEndsLater() throws IOException {
    OverlappingSessions early = since(trail.extent());
    AuditLog log = log("/home/w/sub");
    AuditLog.Written act = begin(log);
    OverlappingSessions late = since(trail.extent());
    assertThat(paths(early)).containsExactly("/home/w/sub");
    end(log, act);
    log.close();

    assertThat(paths(late)).containsExactly("/home/w/sub");
    assertThat(paths(since(trail.extent()))).isEmpty();
  }

  /// Its mark stays, and nothing in the log says that it ended.
  @Test
  void oneThatIsKilledMeanwhileCounts() throws IOException {
    AuditLog log = log("/home/w/sub");
    begin(log);
    OverlappingSessions watched = since(trail.extent());
    log.close();

    assertThat(paths(watched)).containsExactly("/home/w/sub");
    assertThat(paths(since(trail.extent()))).isEmpty();
  }

  /// Its mark stays until the next session there.
  @Test
  void oneThatWasKilledBeforeDoesNotCount() throws IOException {
    Path marks = Files.createDirectories(directory.resolve("receipts"));
    Files.writeString(marks.resolve("S-9-x"), "{\"workspace\":\"/home/w/sub\"}");
    Files.writeString(marks.resolve("S-8-x"), "{\"work");

    assertThat(paths(since(trail.extent()))).isEmpty();
  }

  @Test
  void aLineThatIsNoneIsPassedOver() throws IOException {
    OverlappingSessions watched = since(trail.extent());
    Files.writeString(
        directory.resolve("audit.jsonl"),
        "{\"workspace\":\n{}\n{\"workspace\":\"/home/w/\\u0000\"}\n");

    assertThat(paths(watched)).isEmpty();
  }
}
