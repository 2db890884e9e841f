// Implements: docs/spec/02-architecture.md §2.4 (The door); docs/spec/01-product.md §1.2
// (Invariants)
package dev.writ.checks;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// INV-9: nothing changes anything past the recorder of acts. The classes that record acts, and
/// those that hold the hands which write and which start programs, are all of them known here. Who
/// adds one says in its review which act it belongs to.
class ActsTest {
  private static final String KERNEL = "dev.writ.kernel.";
  private static final String RECORDER = "dev.writ.records.audit.ActRecorder";

  /// What performs, with the only classes that may use it.
  private static final Map<String, Set<String>> USERS =
      Map.ofEntries(
          entry("dev.writ.records.audit.AuditLog.acts", Set.of("door.Governor")),
          entry(
              RECORDER + ".perform",
              Set.of(
                  "door.DecisionRecorder",
                  "hooks.HookRunner",
                  "intents.IntentDeclaration",
                  "change.UndoService",
                  "commit.AutoCommit",
                  "settle.KeptChanges",
                  "settle.ViewConclusion")),
          entry(RECORDER + ".denied", Set.of("door.DecisionRecorder", "door.ShownChangesCheck")),
          entry(RECORDER + ".unperformed", Set.of("door.DecisionRecorder")),
          // The outcomes of killed sessions, under the receipts that those wrote.
          entry(
              RECORDER + ".settle",
              Set.of(
                  "settle.KilledSessionRecovery", "settle.InPlaceRecovery", "settle.CallRecovery")),
          entry(
              KERNEL + "change.ChangeTransaction.mutate",
              Set.of(
                  "door.IssuedWarrant",
                  "intents.IntentDeclaration",
                  "judge.CommandChange",
                  "change.UndoService")),
          // The intent map is derived from the ledger and written as the ledger is, by no act.
          entry(
              KERNEL + "file.FileHand.change",
              Set.of("change.ChangeTransaction", "change.IntentMapUpdater")),
          // What a command without a view made and may not keep, under the command's receipt.
          entry(KERNEL + "file.FileHand.separate", Set.of("comparison.WorkspaceComparison")),
          entry(KERNEL + "file.FileHand.dropSpecialBits", Set.of("comparison.WorkspaceComparison")),
          entry(KERNEL + "file.FileHand.discard", Set.of("comparison.WorkspaceComparison")),
          entry(KERNEL + "view.ViewChanges$LockedChanges.apply", Set.of("settle.ViewSettlement")),
          entry(KERNEL + "view.AbandonedView.finish", Set.of("settle.KilledSessionRecovery")),
          entry(
              KERNEL + "hand.CommandHand.run",
              Set.of("door.IssuedWarrant", "hooks.HookRunner", "settle.CommandRun")),
          entry(KERNEL + "hand.BackgroundCommands.start", Set.of("door.IssuedWarrant")),
          entry(KERNEL + "hand.GitCommitHand.commit", Set.of("commit.AutoCommit")),
          entry(KERNEL + "hand.GitCommitHand.unmark", Set.of("settle.InPlaceRecovery")));

  @Test
  void everyActIsPerformedByAKnownClassUnderItsReceipt() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (Built.Use use : Built.uses(Built.in("dev.writ.."))) {
      String user = use.from().replaceAll("\\$.*", "");
      if (USERS.containsKey(use.member()) && !user.equals(use.type())) {
        String name = user.startsWith(KERNEL) ? user.substring(KERNEL.length()) : user;
        found.computeIfAbsent(use.member(), _ -> new TreeSet<>()).add(name);
      }
    }
    assertThat(found).isEqualTo(USERS);
  }

  @Test
  void noOtherClassWritesADecisionOrItsOutcome() {
    assertThat(Built.uses(Built.in("dev.writ..")))
        .filteredOn(
            use ->
                Set.of("receipt", "outcome", "started", "ended", "settled").stream()
                    .anyMatch(
                        name -> use.member().equals("dev.writ.records.audit.AuditLog." + name)))
        .extracting(use -> use.from().replaceAll("\\$.*", ""))
        .containsOnly(RECORDER, "dev.writ.records.audit.OpenAct");
  }
}
