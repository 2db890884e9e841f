// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.FileState;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.change.FileChange;
import dev.writ.records.change.Samples;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whose record counts: what the audit log has of one is its whole line, and the workspace whose
/// ledger it stands in.
class OtherWritersTest {
  private static final WorkspacePath RECORDED = WorkspacePath.of("src/ü.txt");

  @TempDir Path directory;

  private Path root;
  private Path data;
  private AuditTrail audit;

  @BeforeEach
  void aWorkspace() throws IOException {
    root = Files.createDirectories(directory.toRealPath().resolve("around/root"));
    data = Files.createDirectories(directory.resolve("data"));
    audit = new AuditTrail(data);
  }

  private Ledger ledger(Path workspace) throws IOException {
    Path file = workspace.resolve(Ledger.PATH);
    Files.createDirectories(file.getParent());
    return Samples.ledger(file, 1);
  }

  private void vouch(AppendedRecord record, Path workspace) throws IOException {
    Files.writeString(
        data.resolve("audit.jsonl"),
        "{\"type\":\"outcome\",\"workspace\":\"%s\",\"ledger\":[{\"id\":\"%s\",\"hash\":\"%s\"}]}\n"
            .formatted(workspace, record.id(), record.hash()),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /// Whether what the sample's record left at a place is another writer's.
  private static boolean have(OtherChanges changes, WorkspacePath path) {
    FileState after = Samples.entry("w", 1).changes().getFirst().after();
    return changes.have(new FileChange(path, new FileState.Absent(), after));
  }

  @Test
  void aLineWithTheIdOfAKnownRecordIsUnknown() throws Exception {
    try (Ledger ledger = ledger(root)) {
      Path file = root.resolve(Ledger.PATH);
      OtherWriters others = new OtherWriters(ledger, audit, root);
      AppendedRecord known = ledger.append(Samples.entry("w", 1));
      vouch(known, root);

      OtherChanges before = others.changes(Map.of());
      assertThat(before.report()).isEmpty();
      assertThat(have(before, RECORDED)).isTrue();

      String line = Files.readString(file).replace("\"writer\":\"w\"", "\"writer\":\"x\"");
      String begin = line.substring(0, line.lastIndexOf(",\"hash\":")).replace("ü.txt", "x.txt");
      String forged = begin + ",\"hash\":\"" + ContentHash.of(begin) + "\"}}\n";
      Files.writeString(file, forged, StandardOpenOption.APPEND);

      OtherChanges after = others.changes(Map.of());
      assertThat(after.report())
          .containsExactly(Ledger.PATH + " has 1 new records that none of your sessions made");
      assertThat(have(after, RECORDED)).isTrue();
      assertThat(have(after, WorkspacePath.of("src/x.txt"))).isFalse();
    }
  }

  @Test
  void whatASessionBelowRecordsIsTheirsThere() throws Exception {
    Path project = root.resolve("sub");
    try (Ledger ledger = ledger(root);
        Ledger below = ledger(project)) {
      below.append(Samples.entry("w", 2));
      long length = below.size();
      OtherWriters others = new OtherWriters(ledger, audit, root);
      vouch(below.append(Samples.entry("w", 1)), project);
      AppendedRecord copied = ledger.append(Samples.entry("w", 1));

      OtherChanges changes = others.changes(Map.of(WorkspacePath.of("sub/" + Ledger.PATH), length));

      assertThat(have(changes, WorkspacePath.of("sub/src/ü.txt"))).isTrue();
      assertThat(changes.mayHave(WorkspacePath.of("sub"))).isTrue();
      assertThat(have(changes, RECORDED)).isFalse();
      assertThat(changes.report()).hasSize(1).first().asString().startsWith(Ledger.PATH);

      vouch(copied, root);
      assertThat(have(others.changes(Map.of()), RECORDED)).isTrue();
    }
  }

  /// Another project's line, copied, has a known hash.
  @Test
  void aLineOfAnotherProjectIsNobodys() throws Exception {
    Path project = root.resolve("sub");
    try (Ledger ledger = ledger(root);
        Ledger below = ledger(project)) {
      OtherWriters others = new OtherWriters(ledger, audit, root);
      vouch(ledger.append(Samples.entry("w", 1)), root);
      Files.copy(
          root.resolve(Ledger.PATH),
          project.resolve(Ledger.PATH),
          StandardCopyOption.REPLACE_EXISTING);
      vouch(ledger.append(Samples.entry("w", 2)), project); // there is a session there, too

      WorkspacePath journal = WorkspacePath.of("sub/" + Ledger.PATH);
      OtherChanges changes = others.changes(Map.of(journal, below.size()));
      assertThat(have(changes, WorkspacePath.of("sub/src/ü.txt"))).isFalse();
    }
  }

  @Test
  void whatASessionAroundRecordsIsTheirsHere() throws Exception {
    Path project = root.resolveSibling("");
    try (Ledger ledger = ledger(root);
        Ledger around = ledger(project)) {
      OtherWriters others = new OtherWriters(ledger, audit, root);
      vouch(around.append(Samples.entry("w", 1)), project);

      assertThat(have(others.changes(Map.of()), RECORDED)).as("it is outside").isFalse();
    }
  }
}
