// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.audit.AuditTrail;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.effect.GitHead;
import dev.writ.kernel.effect.Hands;
import dev.writ.kernel.effect.Programs;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.effect.Shelter;
import dev.writ.kernel.effect.Witness;
import dev.writ.kernel.effect.WorkspaceRecords;
import dev.writ.kernel.intent.Intents;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.ledger.SemanticComparison;
import dev.writ.kernel.ledger.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a command changed in the workspace itself is put back only where that is safe.
class AftermathTest {
  private static final String OBEYED = ".githooks/pre-commit";

  @TempDir Path directory;

  private Root root;
  private Hands hands;
  private Ledger ledger;
  private Scribe scribe;
  private Witness witness;

  @BeforeEach
  void aWorkspace() throws IOException {
    Path workspace = Files.createDirectories(directory.resolve("root")).toRealPath();
    Files.createDirectories(workspace.resolve(".githooks"));
    Files.writeString(workspace.resolve(OBEYED), "make\n");
    Files.writeString(workspace.resolve("a.txt"), "a\n");
    root = Root.open(workspace);
    hands = Hands.of(root, List.of(), directory.resolve("data"));
    ledger =
        new Ledger(
            new WorkspaceRecords(root),
            () -> Instant.ofEpochMilli(1_700_000_000_000L),
            new SplittableRandom(1));
    GitHead head = new GitHead(workspace);
    IntentUse use =
        new IntentUse(
            () -> new Intents.Undeclared(), directory.resolve("data"), workspace.toString());
    scribe = new Scribe(hands, ledger, head, use, SemanticComparison.plain());
    Shelter shelter = new Shelter(root, directory, List.of(), "landlock", Optional.empty());
    witness = new Witness(hands, head, new Programs(Map.of()), shelter);
  }

  @AfterEach
  void closed() throws IOException {
    ledger.close();
    root.close();
  }

  private Aftermath settled(boolean confined, Optional<CommandReport> report) throws Exception {
    Origin origin = new Origin("S-1", 1, 1, new Origin.Contributor.Ai("test/model"));
    CommandChange change = CommandChange.byPerson(scribe, Json.object().build(), origin, "receipt");
    Aftermath aftermath =
        new Aftermath(
            change,
            new OtherWriters(ledger, new AuditTrail(directory.resolve("data"))),
            changes ->
                new ViewJudge(
                    changes,
                    change::owns,
                    _ -> Optional.empty(),
                    new GitViewJudge(changes, change.git(), Set.of())));
    Witness.Watching watching = witness.before(Set.of());
    Files.writeString(root.path().resolve(OBEYED), "make\nmine\n");
    Files.writeString(root.path().resolve("a.txt"), "changed\n");
    aftermath.settle(witness.after(watching), Aftermath.mayPutBack(confined, report));
    return aftermath;
  }

  private static Optional<CommandReport> report(boolean allEnded) {
    return Optional.of(
        new CommandReport(
            "landlock", allEnded, List.of(), List.of(), List.of(), CommandReport.Changes.NONE));
  }

  private static CommandReport in(Aftermath aftermath) {
    return aftermath.report().in(report(/* allEnded= */ true).orElseThrow());
  }

  private static List<String> guarded(Aftermath aftermath) {
    return in(aftermath).tampered();
  }

  private static CommandReport.Changes changes(Aftermath aftermath) {
    return in(aftermath).changes();
  }

  private void isPutBack(Aftermath aftermath) {
    assertThat(root.path().resolve(OBEYED)).hasContent("make\n");
    assertThat(guarded(aftermath)).containsExactly(OBEYED + " (put back)");
    assertThat(aftermath.report().records()).hasSize(3);
  }

  private void stays(Aftermath aftermath) {
    assertThat(root.path().resolve(OBEYED)).hasContent("make\nmine\n");
    assertThat(guarded(aftermath)).containsExactly(OBEYED);
    assertThat(aftermath.report().records()).hasSize(2);
  }

  @Test
  void whatAConfinedCommandChangedIsPutBackOnceAllItsProcessesHaveEnded() throws Exception {
    Aftermath aftermath = settled(/* confined= */ true, report(/* allEnded= */ true));

    isPutBack(aftermath);
    assertThat(root.path().resolve("a.txt")).hasContent("changed\n");
    assertThat(changes(aftermath).owned()).containsExactly("modified a.txt");
    assertThat(changes(aftermath).foreign()).isEmpty();
    List<TraceRecord> records = TraceRecord.readable(ledger.text());
    assertThat(records)
        .extracting(TraceRecord::id)
        .containsExactlyElementsOf(aftermath.report().records().stream().map(r -> r.id()).toList());
    assertThat(records.get(2).raw()).contains("\"undoes\"", records.get(1).id());
  }

  @Test
  void whileAProcessMayBeLeftNothingIsPutBack() throws Exception {
    stays(settled(/* confined= */ true, report(/* allEnded= */ false)));
  }

  @Test
  void withoutASandboxNothingIsPutBack() throws Exception {
    stays(settled(/* confined= */ false, report(/* allEnded= */ true)));
  }

  @Test
  void whatAnAbortedCommandChangedIsPutBack() throws Exception {
    isPutBack(settled(/* confined= */ true, Optional.empty()));
  }
}
