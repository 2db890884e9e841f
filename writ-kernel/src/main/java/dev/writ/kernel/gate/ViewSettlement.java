// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.effect.ViewChanges;
import dev.writ.kernel.effect.ViewDifference;
import dev.writ.kernel.effect.ViewDifference.Role;
import dev.writ.kernel.gate.ViewJudge.Reason;
import dev.writ.kernel.gate.ViewJudge.Refusal;
import dev.writ.kernel.gate.ViewJudge.Verdicts;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Settles what a command changed in its view: judges it, records what is allowed, and applies it.
/// All else never happened.
final class ViewSettlement {
  /// How many changes are held in memory at a time, and become one record.
  private static final int BATCH_FILES = 200;

  private static final long BATCH_BYTES = 32L << 20;

  private final CommandChange change;
  private final Set<String> outputs;
  private final Commanding.Running running;
  private final List<Appended> records = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();
  private final List<String> foreign = new ArrayList<>();
  private final List<String> guarded = new ArrayList<>();

  /// @param outputs names of what the command's programs make
  ViewSettlement(Commanding.Running running, CommandChange change, Set<String> outputs) {
    this.outputs = outputs;
    this.running = running;
    this.change = change;
  }

  /// Does it.
  ///
  /// @throws IOException where the view can't be read or its changes not be recorded; then nothing
  ///     was applied
  void settle(ViewChanges view) throws IOException {
    List<ViewDifference> differences = view.differences(running.witness(), outputs);
    if (differences.isEmpty()) {
      return;
    }
    GitViewJudge git =
        new GitViewJudge(view, change.runsGit(), running.hand().views().operations());
    Verdicts verdicts =
        new ViewJudge(view, change::owns, running.obeyed().names(), git).judge(differences);
    verdicts.refused().forEach(this::tell);
    List<ViewDifference> accepted = new ArrayList<>(verdicts.accepted());
    if (accepted.isEmpty()) {
      return;
    }
    Map<WorkspacePath, Recorded> recorded = new HashMap<>();
    Map<WorkspacePath, String> failed;
    try {
      failed = view.apply(accepted, () -> record(view, accepted, recorded));
    } catch (IOException e) { // nothing was applied, and some of it may be recorded
      view.keep();
      recordBack(view, recorded, e);
      throw e;
    }
    for (Map.Entry<WorkspacePath, String> failure : failed.entrySet()) {
      Recorded standing = recorded.get(failure.getKey());
      if (standing != null) {
        recordBack(view, standing);
        changed.remove(standing.words());
      }
      foreign.add(shown(failure.getKey()) + " (not applied: " + failure.getValue() + ")");
    }
  }

  private void recordBack(
      ViewChanges view, Map<WorkspacePath, Recorded> recorded, IOException cause) {
    try {
      for (Recorded one : recorded.values()) {
        recordBack(view, one);
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /// What stands there now was never replaced.
  private void recordBack(ViewChanges view, Recorded one) throws IOException {
    for (Change never : view.changes(one.difference())) {
      records.add(change.recordBack(never));
    }
  }

  /// A difference that has its record; its contents are not held.
  private record Recorded(ViewDifference difference, String words) {}

  private void record(
      ViewChanges view, List<ViewDifference> accepted, Map<WorkspacePath, Recorded> recorded)
      throws IOException {
    List<ViewDifference> files =
        accepted.stream()
            .filter(d -> d.role() == Role.FILE)
            .sorted(Comparator.comparing(d -> d.path().toString()))
            .toList();
    Map<WorkspacePath, ViewDifference> places = new HashMap<>();
    List<Change> batch = new ArrayList<>();
    long bytes = 0;
    for (ViewDifference difference : files) {
      places.put(difference.path(), difference);
      batch.addAll(view.changes(difference));
      bytes += difference.before().stamp().size() + difference.after().stamp().size();
      if (batch.size() >= BATCH_FILES || bytes >= BATCH_BYTES) {
        record(batch, places, recorded);
        batch.clear();
        places.clear();
        bytes = 0;
      }
    }
    record(batch, places, recorded);
  }

  private void record(
      List<Change> batch,
      Map<WorkspacePath, ViewDifference> places,
      Map<WorkspacePath, Recorded> recorded)
      throws IOException {
    if (batch.isEmpty()) {
      return;
    }
    records.add(change.record(batch));
    for (int i = 0; i < batch.size(); i++) {
      Change one = batch.get(i);
      String words = one.kind().past() + " " + shown(one.path());
      // Of a directory that came for its files, the files say enough.
      boolean implied =
          one.after() instanceof FileState.Directory
              && i + 1 < batch.size()
              && batch.get(i + 1).path().within(one.path());
      if (!implied) {
        changed.add(words);
      }
      ViewDifference difference = places.get(one.path());
      if (difference != null) {
        recorded.put(one.path(), new Recorded(difference, words));
      }
    }
  }

  private void tell(WorkspacePath path, Refusal refusal) {
    if (refusal.told()) {
      List<String> words = refusal.reason() == Reason.PROTECTED ? guarded : foreign;
      words.add(shown(path) + " (left out: " + Inert.line(refusal.words()) + ")");
    }
  }

  /// A line of its own is what no name may make of a list.
  private static String shown(WorkspacePath path) {
    return Inert.line(path.toString());
  }

  /// The records that came of it.
  List<Appended> records() {
    return records;
  }

  /// What was left out because it is protected, in words.
  List<String> guarded() {
    return guarded;
  }

  /// What was changed otherwise, or left out for another reason.
  CommandReport.Changes changes() {
    return new CommandReport.Changes(changed, foreign);
  }
}
