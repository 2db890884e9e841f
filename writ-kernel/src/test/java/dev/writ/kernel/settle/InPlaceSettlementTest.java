// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.comparison.WorkspaceChangeDetector;
import dev.writ.kernel.file.Hands;
import dev.writ.kernel.intent.DeclaredIntents;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.judge.GitHistoryJudge;
import dev.writ.kernel.judge.GitViewJudge;
import dev.writ.kernel.judge.PlaceGuard;
import dev.writ.kernel.judge.ViewJudge;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.GitHead;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.spending.IntentSpending;
import dev.writ.kernel.store.OtherWriters;
import dev.writ.kernel.store.WorkspaceRecords;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.sandbox.protection.RightfulWriters;
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
class InPlaceSettlementTest {
  private static final PlaceGuard GUARD = new PlaceGuard(_ -> Optional.empty(), _ -> false);
  private static final String OBEYED = ".githooks/pre-commit";

  @TempDir Path directory;

  private WorkspaceRoot root;
  private Hands hands;
  private Ledger ledger;
  private ChangeTransaction transaction;
  private WorkspaceChangeDetector detector;

  @BeforeEach
  void aWorkspace() throws IOException {
    Path workspace = Files.createDirectories(directory.resolve("root")).toRealPath();
    Files.createDirectories(workspace.resolve(".githooks"));
    Files.writeString(workspace.resolve(OBEYED), "make\n");
    Files.writeString(workspace.resolve("a.txt"), "a\n");
    root = WorkspaceRoot.open(workspace);
    hands = Hands.of(root, List.of(), List.of(), directory.resolve("data"));
    ledger =
        new Ledger(
            new WorkspaceRecords(root),
            _ -> Map.of(),
            () -> Instant.ofEpochMilli(1_700_000_000_000L),
            new SplittableRandom(1),
            () -> _ -> false);
    GitHead head = new GitHead(workspace);
    IntentSpending spending =
        new IntentSpending(
            () -> new DeclaredIntents.Undeclared(),
            directory.resolve("data"),
            workspace.toString());
    transaction = new ChangeTransaction(hands, ledger, head, spending, SemanticComparison.plain());
    SessionSandbox sandbox =
        new SessionSandbox(
            root,
            directory,
            List.of(),
            "landlock",
            Optional.empty(),
            new RepositoryUse(root, directory.resolve("git"), RightfulWriters.NONE));
    detector =
        new WorkspaceChangeDetector(
            hands, head, new ProgramEnvironment(Map.of()), sandbox, () -> _ -> false);
  }

  @AfterEach
  void closed() throws IOException {
    ledger.close();
    root.close();
  }

  private InPlaceSettlement settled(boolean confined, Optional<CommandReport> report)
      throws Exception {
    return settled(confined, report, List.of(OBEYED, "a.txt"));
  }

  private InPlaceSettlement settled(
      boolean confined, Optional<CommandReport> report, List<String> changed) throws Exception {
    ActOrigin origin = new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Ai("test/model"));
    CommandChange change =
        CommandChange.byPerson(transaction, Json.object().build(), origin, "receipt");
    InPlaceSettlement recorder =
        new InPlaceSettlement(
            change,
            new OtherWriters(ledger, new AuditTrail(directory.resolve("data")), root.path()),
            changes ->
                new ViewJudge(
                    changes,
                    change.scope(),
                    GUARD,
                    new GitViewJudge(
                        changes,
                        change,
                        Set.of(),
                        new GitHistoryJudge(
                            changes, withoutGit(), GUARD, _ -> false, change.scope())),
                    List::of));
    WorkspaceChangeDetector.Watching watching = detector.before(Set.of());
    for (String file : changed) {
      Files.createDirectories(root.path().resolve(file).getParent());
      Files.writeString(
          root.path().resolve(file), file.equals(OBEYED) ? "make\nmine\n" : "changed\n");
    }
    boolean alone = InPlaceSettlement.mayPutBack(confined, report);
    recorder.settle(detector.after(watching, alone), alone);
    return recorder;
  }

  private GitHistory withoutGit() {
    return new GitHistory(
        root.path(),
        (_, _, _) -> {
          throw new IOException("no Git is asked here");
        },
        Optional.empty(),
        _ -> false);
  }

  private static Optional<CommandReport> report(boolean allEnded) {
    return Optional.of(
        new CommandReport(
            "landlock",
            allEnded,
            List.of(),
            List.of(),
            List.of(),
            CommandReport.ReportedChanges.NONE));
  }

  private static CommandReport in(InPlaceSettlement recorder) {
    return recorder.report().in(report(/* allEnded= */ true).orElseThrow());
  }

  private static List<String> guarded(InPlaceSettlement recorder) {
    return in(recorder).tampered();
  }

  private static CommandReport.ReportedChanges changes(InPlaceSettlement recorder) {
    return in(recorder).changes();
  }

  private void isPutBack(InPlaceSettlement recorder) {
    assertThat(root.path().resolve(OBEYED)).hasContent("make\n");
    assertThat(guarded(recorder)).containsExactly(OBEYED + " (restored)");
    assertThat(recorder.report().records()).hasSize(3);
  }

  private void stays(InPlaceSettlement recorder) {
    assertThat(root.path().resolve(OBEYED)).hasContent("make\nmine\n");
    assertThat(guarded(recorder)).containsExactly(OBEYED);
    assertThat(recorder.report().records()).hasSize(2);
  }

  @Test
  void whatAConfinedCommandChangedIsPutBackOnceAllItsProcessesHaveEnded() throws Exception {
    InPlaceSettlement recorder = settled(/* confined= */ true, report(/* allEnded= */ true));

    isPutBack(recorder);
    assertThat(root.path().resolve("a.txt")).hasContent("changed\n");
    assertThat(changes(recorder).owned()).containsExactly("modified a.txt");
    assertThat(changes(recorder).foreign()).isEmpty();
    List<TraceRecord> records = TraceRecord.readable(ledger.text());
    assertThat(records)
        .extracting(TraceRecord::id)
        .containsExactlyElementsOf(recorder.report().records().stream().map(r -> r.id()).toList());
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

  /// An undo begins with the last record and stops at the first that it can't undo.
  @Test
  void whatCanNotBeUndoneIsRecordedBeforeTheRest() throws Exception {
    String deep = ("d".repeat(200) + "/").repeat(16) + "leaf";

    settled(/* confined= */ false, report(/* allEnded= */ true), List.of("a.txt", deep, OBEYED));

    List<TraceRecord> records = TraceRecord.readable(ledger.text());
    assertThat(records).hasSize(2);
    assertThat(records.getFirst().raw()).contains(deep, OBEYED).doesNotContain("a.txt");
    assertThat(records.getLast().raw()).contains("a.txt").doesNotContain(deep, OBEYED);
  }

  @Test
  void whatAnAbortedCommandChangedIsPutBack() throws Exception {
    isPutBack(settled(/* confined= */ true, Optional.empty()));
  }

  @Test
  void aChangeStandsUnlessItWasPutBack() throws Exception {
    assertThat(settled(/* confined= */ true, Optional.empty(), List.of()).stands()).isFalse();
    assertThat(settled(/* confined= */ true, Optional.empty(), List.of(OBEYED)).stands()).isFalse();
    assertThat(settled(/* confined= */ true, Optional.empty(), List.of("a.txt")).stands()).isTrue();
    assertThat(settled(/* confined= */ false, Optional.empty(), List.of(OBEYED)).stands()).isTrue();
  }
}
