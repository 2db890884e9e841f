// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command with every disk operation failing or interrupted, or the process ending there: the
/// records say what the workspace is afterwards, and undo leads back.
class CommandFaultsTest {
  private static final int MOST_OPERATIONS = 400;
  @TempDir Path directory;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Fault.class)
  void theWorkspaceIsWhatTheRecordsSay(Fault fault) throws Exception {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      FaultySite site =
          new FaultySite(directory.resolve(fault + "-" + n), "auto").withClosedDirectory();
      Map<String, String> before = site.tree();
      site.disk.arm(fault, n);
      String answer = site.run();
      happened = site.disk.happened();
      site.end();
      String at = fault + " of operation " + n + ": " + answer;
      if (fault != Fault.CRASH && fault != Fault.FULL) {
        site.isWhatTheRecordsSay(at, before);
      }
      site.recovered(at);
      site.isWhatTheRecordsSay(at, before);
      var _ = site.undone(at, before);
    }
  }

  /// The same where a person saw what it changed and agreed: each operation from the first receipt
  /// to the last outcome.
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Fault.class)
  void whatWasShownIsWhatTheRecordsSay(Fault fault) throws Exception {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      FaultySite site = new FaultySite(directory.resolve("shown-" + fault + "-" + n), "auto");
      site.showChanges();
      Map<String, String> before = site.tree();
      site.disk.arm(fault, n);
      String answer = site.run();
      happened = site.disk.happened();
      site.end();
      String at = fault + " of operation " + n + " where it is shown: " + answer;
      if (fault != Fault.CRASH && fault != Fault.FULL) {
        site.isWhatTheRecordsSay(at, before);
      }
      site.recovered(at);
      site.isWhatTheRecordsSay(at, before);
      var _ = site.undone(at, before);
    }
  }

  /// Ends while it is recovering, at every operation, and recovers once more.
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = Operation.class,
      names = {"RENAME", "WRITE", "DELETE"})
  void aRecoveryThatIsCutOffIsGoneOnWith(Operation last) throws Exception {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      FaultySite site = new FaultySite(directory.resolve(last + "-" + n), "auto");
      Map<String, String> before = site.tree();
      site.disk.arm(Fault.CRASH, cutAt(last));
      String answer = site.run();
      site.end();
      String at = "recovery after " + last + " cut off at " + n + ": " + answer;
      site.disk.revive(Fault.CRASH, n);
      try {
        var _ = site.open(site.disk).recover();
      } catch (IOException _) {
        // It was cut off.
      }
      happened = site.disk.happened();
      site.end();
      site.recovered(at);
      site.isWhatTheRecordsSay(at, before);
      var _ = site.undone(at, before);
    }
  }

  /// Kept changes are applied completely if the process or the machine's memory ends meanwhile, or
  /// they are still kept.
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"CRASH", "ERROR"})
  void applyingWhatWasKeptIsFinishedOrItIsKeptOn(Fault fault) throws Exception {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      FaultySite site = new FaultySite(directory.resolve("kept-" + fault + "-" + n), "auto");
      Map<String, String> before = site.tree();
      site.disk.arm(Fault.FAIL, cutAt(Operation.WRITE, Ledger.PATH));
      String at = "applying ended by " + fault + " at " + n + ": " + site.run();
      assertThat(site.tree()).as(at).isEqualTo(before);
      site.end();
      KeptChanges kept = site.open(site.disk).keptChanges();
      String name = kept.all().getFirst().name();
      site.disk.arm(fault, n);
      try {
        var _ = kept.apply(name, new ActOrigin("S-1", 0, 0, new ActOrigin.Contributor.Human()));
      } catch (IOException | InternalError _) {
        // It was cut off.
      }
      happened = site.disk.happened();
      site.end();
      site.recovered(at);
      site.isWhatTheRecordsSay(at, before);
      boolean gone = site.governor.keptChanges().all().isEmpty();
      assertThat(site.tree().equals(before)).as(at).isNotEqualTo(gone);
      var _ = site.undone(at, before);
    }
  }

  private int cutAt(Operation operation, String place) throws Exception {
    FaultySite site = new FaultySite(Files.createTempDirectory(directory, "whole"), "auto");
    site.disk.arm(Fault.FAIL, MOST_OPERATIONS);
    var _ = site.run();
    site.end();
    return at(site.disk.steps(), operation, place) + 1;
  }

  private int cutAt(Operation operation) throws Exception {
    FaultySite site = new FaultySite(Files.createTempDirectory(directory, "whole"), "auto");
    site.disk.arm(Fault.FAIL, MOST_OPERATIONS);
    var _ = site.run();
    List<Step> steps = site.disk.steps();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).operation() == operation) {
        places.add(i + 1);
      }
    }
    return places.get(places.size() / 2);
  }

  @Test
  void whatTheSystemRefusesIsNamedAndTheRestIsThere() throws Exception {
    FaultySite site = new FaultySite(directory.resolve("refused"), "auto");
    Map<String, String> before = site.tree();
    site.disk.arm(Fault.FAIL, cutAt(Operation.RENAME, "link"));

    String answer = site.run();

    assertThat(answer).startsWith("0 ").containsPattern("IO_ERROR: link \\(not applied: .+\\)");
    assertThat(answer.lines()).filteredOn(line -> line.contains("not applied")).hasSize(1);
    assertThat(site.tree())
        .containsEntry("link", before.get("link"))
        .containsKeys("elsewhere/m", "new/deep/x")
        .doesNotContainKey("gone.txt");
    site.isWhatTheRecordsSay(answer, before);
    assertThat(site.governor.keptChanges().all()).isEmpty();
    assertThat(site.undone(answer, before)).allMatch(UndoService.Undone.Restored.class::isInstance);
  }

  @Test
  void theOrderOfACommand() throws Exception {
    FaultySite site = new FaultySite(directory.resolve("order"), "auto");
    site.disk.arm(Fault.FAIL, MOST_OPERATIONS);
    assertThat(site.run()).startsWith("0 ");

    List<Step> steps = site.disk.steps();
    int begun = at(steps, Operation.FORCE, "/begun");
    int contents = at(steps, Operation.FORCE, "/upper");
    int record = at(steps, Operation.WRITE, Ledger.PATH);
    int recordForced = at(steps, Operation.FORCE, Ledger.PATH);
    int plan = at(steps, Operation.WRITE, "/plan");
    int planForced = at(steps, Operation.FORCE, "/plan");
    int first = at(steps, Operation.DELETE, "gone.txt");
    assertThat(at(steps, Operation.FORCE, "audit.jsonl")).isLessThan(begun);
    assertThat(List.of(begun, contents, record, recordForced, plan, planForced, first)).isSorted();
    assertThat(at(steps, Operation.RENAME, ".writ/objects/"))
        .as("old contents are forced with the new ones")
        .isGreaterThan(begun)
        .isLessThan(contents);
    assertThat(steps.subList(contents, record))
        .noneMatch(step -> step.operation() == Operation.RENAME);
    assertThat(at(steps, Operation.RENAME, "new/deep")).isGreaterThan(first);
    assertThat(at(steps, Operation.DELETE, "/begun"))
        .as("nothing is left to go on with before the view is removed")
        .isGreaterThan(at(steps, Operation.RENAME, "old.txt"))
        .isLessThan(at(steps, Operation.DELETE, "/plan"));
  }

  private static int at(List<Step> steps, Operation operation, String end) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).operation() == operation && steps.get(i).place().contains(end)) {
        return i;
      }
    }
    throw new AssertionError(operation + " " + end + " in " + steps);
  }
}
