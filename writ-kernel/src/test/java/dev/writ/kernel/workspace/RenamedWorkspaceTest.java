// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.audit.AuditLog.Workspace;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.OpenAct;
import dev.writ.records.audit.Receipt;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.AppendedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The audit log's entries of a workspace follow its directory.
class RenamedWorkspaceTest {
  @TempDir Path directory;
  private Path workspace;

  @BeforeEach
  void aWorkspaceWithMemory() throws IOException {
    workspace = Files.createDirectory(directory.resolve("ws"));
    AuditLog log = log(workspace);
    AppendedRecord _ =
        log.acts()
            .perform(
                receipt(),
                open -> {
                  AppendedRecord record = new AppendedRecord("id", "S-1", 7, "h");
                  open.records(List.of(record));
                  return record;
                });
    log.checkpoint(new AppendedRecord("key", "S-1", 3, "h"));
    String _ = log.acts().perform(receipt(), RenamedWorkspaceTest::unended);
    log.close();
  }

  /// An act whose end is never recorded.
  private static String unended(OpenAct open) {
    open.background(
        new OpenAct.Background() {
          @Override
          public String id() {
            return "b1";
          }

          @Override
          public void whenEnded(Consumer<AuditLog.Ending> listener) {}
        });
    return open.receipt();
  }

  private AuditLog log(Path at) throws IOException {
    try (WorkspaceRoot root = WorkspaceRoot.open(at)) {
      Workspace named = new Workspace(root.path().toString(), root.identity());
      return new AuditLog(
          directory.resolve("data"),
          AuditLog.MAX_BYTES,
          () -> Instant.ofEpochSecond(1),
          named,
          "S-1",
          DiskPort.system());
    }
  }

  private static Receipt receipt() {
    return new Receipt(
        new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Ai("p/m")),
        "sha256:0",
        new Receipt.Subject("c", "write_file", List.of(), "write_file a", false),
        List.of(GateAnswer.pass("mode")),
        Json.object().build());
  }

  @Test
  void aRenameKeepsTheMemory() throws IOException {
    Path renamed = Files.move(workspace, directory.resolve("ws2"));

    AuditLog.Review review = log(renamed).review();

    assertThat(review.lasts()).containsEntry("S-1", new AppendedRecord("id", "S-1", 7, "h"));
    assertThat(review.checkpoints()).containsEntry("S-1", new AppendedRecord("key", "S-1", 3, "h"));
    assertThat(review.open()).hasSize(1);
  }

  @Test
  void aCopyIsAnotherWorkspace() throws IOException {
    Path copy = Files.createDirectory(directory.resolve("copy"));

    AuditLog.Review review = log(copy).review();

    assertThat(review.lasts()).isEmpty();
    assertThat(review.open()).isEmpty();
  }

  @Test
  void anotherDirectoryAtTheSamePathHasTheMemoryToo() throws IOException {
    Files.move(workspace, directory.resolve("elsewhere"));
    Files.createDirectory(workspace);

    assertThat(log(workspace).review().lasts()).containsKey("S-1");
  }
}
