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
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    view.keep(); // until it is known what is in it
    ViewJudge judge = running.judge(view, change);
    List<ViewDifference> differences = view.differences(running.witness(), outputs, judge::asks);
    if (differences.isEmpty()) {
      view.drop();
      return;
    }
    Verdicts verdicts = judge.judge(differences);
    verdicts.refused().forEach(this::tell);
    List<ViewDifference> accepted = new ArrayList<>(verdicts.accepted());
    if (accepted.isEmpty()) {
      view.drop();
      return;
    }
    Map<WorkspacePath, String> failed = view.apply(accepted, new Records(view, accepted));
    failed.forEach((path, reason) -> foreign.add(shown(path) + " (not applied: " + reason + ")"));
  }

  /// The records of the accepted differences. Of those that are written no contents are held.
  private final class Records implements ViewChanges.Recording {
    private final ViewChanges view;
    private final List<ViewDifference> files;
    private final Map<Appended, List<ViewDifference>> written = new LinkedHashMap<>();

    Records(ViewChanges view, List<ViewDifference> accepted) {
      this.view = view;
      this.files =
          accepted.stream()
              .filter(d -> d.role() == Role.FILE)
              .sorted(Comparator.comparing(ViewDifference::path))
              .toList();
    }

    @Override
    public Json.Obj about() throws IOException {
      return change.describe();
    }

    @Override
    public long ledger() throws IOException {
      return change.ledger();
    }

    @Override
    public void record() throws IOException {
      List<ViewDifference> differences = new ArrayList<>();
      List<Change> batch = new ArrayList<>();
      long bytes = 0;
      for (ViewDifference difference : files) {
        differences.add(difference);
        batch.addAll(view.changes(difference));
        bytes += difference.before().stamp().size() + difference.after().stamp().size();
        if (batch.size() >= BATCH_FILES || bytes >= BATCH_BYTES) {
          write(differences, batch);
          differences.clear();
          batch.clear();
          bytes = 0;
        }
      }
      if (!batch.isEmpty()) {
        write(differences, batch);
      }
    }

    private void write(List<ViewDifference> differences, List<Change> batch) throws IOException {
      Appended record = change.record(batch);
      records.add(record);
      written.put(record, List.copyOf(differences));
      for (int i = 0; i < batch.size(); i++) {
        Change one = batch.get(i);
        // Of a directory that came for its files, the files say enough.
        boolean implied =
            one.after() instanceof FileState.Directory
                && i + 1 < batch.size()
                && batch.get(i + 1).path().within(one.path());
        if (!implied) {
          changed.add(words(one));
        }
      }
    }

    @Override
    public void takeBack(Set<WorkspacePath> places) throws IOException {
      for (Map.Entry<Appended, List<ViewDifference>> record : written.entrySet()) {
        List<Change> made = new ArrayList<>();
        boolean whole = true;
        for (ViewDifference difference : record.getValue()) {
          if (places.contains(difference.path())) {
            made.addAll(view.changes(difference));
          } else {
            whole = false;
          }
        }
        made.forEach(one -> changed.remove(words(one)));
        Optional<String> all = whole ? Optional.of(record.getKey().id()) : Optional.<String>empty();
        change.correct(made, all).ifPresent(records::add);
      }
    }

    private String words(Change one) {
      return one.kind().past() + " " + shown(one.path());
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

  /// What was changed, and what was left out.
  CommandReport.Changes changes() {
    return new CommandReport.Changes(changed, foreign, guarded);
  }
}
