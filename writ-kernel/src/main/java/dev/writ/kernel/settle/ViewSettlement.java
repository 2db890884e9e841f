// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.change.RecordSeries;
import dev.writ.kernel.comparison.ApplicationOrder;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.judge.ChangeReport;
import dev.writ.kernel.judge.CommandChange;
import dev.writ.kernel.judge.ViewJudge;
import dev.writ.kernel.judge.ViewJudge.Refusal;
import dev.writ.kernel.judge.ViewJudge.Verdicts;
import dev.writ.kernel.repository.GitHistory;
import dev.writ.kernel.repository.RepositoryUse;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.store.ContentBatch.FileSystemForce;
import dev.writ.kernel.view.ViewChanges;
import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.AppendedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Settles what a command changed in its view: judges it, records what is allowed, and applies it.
/// All else never happened.
final class ViewSettlement {
  private final CommandChange change;
  private final Set<String> outputs;
  private final CommandServices.Running running;
  private final GitHistory history;
  private final ChangeReport report = new ChangeReport();
  private List<ViewDifference> accepted = List.of();
  private List<String> notes = List.of();
  private Optional<String> decision = Optional.empty();

  /// @param outputs names of what the command's programs make
  /// @param history reads what commits hold that the command brought
  ViewSettlement(
      CommandServices.Running running,
      CommandChange change,
      Set<String> outputs,
      GitHistory history) {
    this.history = history;
    this.outputs = outputs;
    this.running = running;
    this.change = change;
  }

  /// Judges the changes, and applies what may be applied.
  ///
  /// @throws IOException where the view can't be read or its changes not be recorded; then nothing
  ///     was applied
  void settle(ViewChanges.LockedChanges changes) throws IOException {
    judge(changes);
    apply(changes);
  }

  /// Finds out what was changed and what of it may be applied, as long as the lock is held.
  ///
  /// @throws IOException where the view can't be read
  void judge(ViewChanges.LockedChanges changes) throws IOException {
    ViewChanges view = changes.view();
    ViewJudge judge = running.judge(view, change, history);
    List<ViewDifference> differences = view.differences(running.detector(), outputs, judge::asks);
    if (differences.isEmpty()) {
      return;
    }
    Verdicts verdicts = judge.judge(differences);
    verdicts.refused().forEach(this::tell);
    notes = verdicts.notes().stream().map(DisplayText::line).toList();
    accepted = List.copyOf(verdicts.accepted());
  }

  /// How many places would be recorded.
  long places() {
    return accepted.stream().filter(ViewDifference::isRecorded).count();
  }

  /// The changes that a person would see.
  ShownChanges shown(ViewChanges view) throws IOException {
    return ShownChanges.of(view, accepted, notes);
  }

  /// A person decided that it counts.
  ///
  /// @param receipt the id of that decision
  void decidedBy(String receipt) {
    decision = Optional.of(receipt);
  }

  /// Applies what may be applied.
  ///
  /// @param changes under the lock under which they were judged
  /// @throws IOException where it can't be recorded; then nothing was applied
  void apply(ViewChanges.LockedChanges changes) throws IOException {
    if (accepted.isEmpty()) {
      notes.forEach(report::note);
      changes.view().drop();
      return;
    }
    Map<WorkspacePath, ToolError> failed = applied(changes);
    if (failed.keySet().stream().noneMatch(ApplicationOrder::isInRepository)) {
      notes.forEach(report::note); // what Git did
    }
    failed.forEach(
        (path, reason) ->
            report.unapplied(
                reason.code(),
                ChangeReport.shown(path)
                    + " (not applied: "
                    + DisplayText.line(reason.message())
                    + ")"));
  }

  private Map<WorkspacePath, ToolError> applied(ViewChanges.LockedChanges changes)
      throws IOException {
    Records records = new Records(changes.view(), accepted);
    if (accepted.stream().noneMatch(one -> one.role() == ViewDifference.Role.GIT)) {
      return changes.apply(accepted, records);
    }
    try (RepositoryUse.OpenUse _ = running.sandbox().repository().begin()) {
      return changes.apply(accepted, records);
    }
  }

  /// The records of the accepted differences. Of those that are written no contents are held.
  private final class Records implements ViewChanges.Recording {
    private final ViewChanges view;
    private final List<ViewDifference> files;
    private final Map<AppendedRecord, Set<WorkspacePath>> written = new LinkedHashMap<>();

    Records(ViewChanges view, List<ViewDifference> accepted) {
      this.view = view;
      this.files =
          accepted.stream()
              .filter(ViewDifference::isRecorded)
              .sorted(Comparator.comparing(ViewDifference::path))
              .toList();
    }

    @Override
    public Json.Obj about() throws IOException {
      Json.Builder about = Json.object();
      change.describe().members().forEach(about::put);
      return decision.map(id -> about.put("receipt", id)).orElse(about).build();
    }

    @Override
    public long ledger() throws IOException {
      return change.ledger();
    }

    @Override
    public void record(FileSystemForce contents) throws IOException {
      RecordSeries series = change.series();
      List<Set<WorkspacePath>> recorded = new ArrayList<>();
      for (List<ViewDifference> batch : ChangeReport.batches(files)) {
        List<FileChange> changes = view.changes(batch);
        if (!changes.isEmpty()) {
          change.add(series, changes);
          recorded.add(batch.stream().map(ViewDifference::path).collect(Collectors.toSet()));
          report.changed(changes);
        }
      }
      series.append(
          contents,
          (record, number) -> {
            written.put(record, recorded.get(number));
            report.add(record);
          });
    }

    @Override
    public void takeBack(Set<WorkspacePath> places) throws IOException {
      for (Map.Entry<AppendedRecord, Set<WorkspacePath>> record : written.entrySet()) {
        if (record.getValue().stream().anyMatch(places::contains)) {
          change
              .correct(record.getKey(), places, view.states(), report::withdraw)
              .ifPresent(report::add);
        }
      }
    }
  }

  private void tell(WorkspacePath path, Refusal refusal) {
    report.refused(path, refusal, " (not applied: " + DisplayText.line(refusal.words()) + ")");
  }

  /// The outcome.
  ChangeReport report() {
    return report;
  }
}
