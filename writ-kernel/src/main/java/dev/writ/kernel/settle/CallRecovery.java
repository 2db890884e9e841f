// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.settle;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.change.RecordRecovery;
import dev.writ.kernel.change.RecordRecovery.RecoveredRecord;
import dev.writ.kernel.file.Hands;
import dev.writ.records.audit.AbandonedAct;
import dev.writ.records.audit.AbandonedSession;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.KilledActOutcome;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Settles the acts of killed sessions that have a receipt and no outcome, once the views and notes
/// of their commands are settled: what their records say in vain is corrected by further records,
/// and each act gets its outcome. Nothing in the workspace is touched.
final class CallRecovery {
  private static final int MAX_NAMED = 5;

  private final ChangeTransaction transaction;
  private final RecordRecovery records;
  private final ActRecorder acts;

  CallRecovery(Hands hands, ChangeTransaction transaction, ActRecorder acts) {
    this.transaction = transaction;
    this.records = new RecordRecovery(hands, transaction);
    this.acts = acts;
  }

  /// Settles all of them. What can't be settled is told, and the next session tries again.
  ///
  /// @param told receives a line about each act that may have changed something
  /// @param unsettled whose acts stay without an outcome
  void recover(List<String> told, UnsettledWork unsettled) {
    List<AbandonedSession> sessions;
    try {
      sessions = acts.abandoned();
    } catch (IOException | RuntimeException e) {
      told.add(again(e));
      return;
    }
    for (AbandonedSession session : sessions) {
      try (session) {
        List<AbandonedAct> open =
            session.open().stream().filter(act -> !unsettled.mayBeOf(act)).toList();
        settle(session, open, told);
        if (open.size() == session.open().size()) {
          session.settled();
        }
      } catch (IOException | RuntimeException e) { // no start may be refused for it
        told.add(again(e));
      }
    }
  }

  private static String again(Exception reason) {
    return "What Writ did when it was ended can't be settled now, so the next start tries again: "
        + DisplayText.line(String.valueOf(reason.getMessage()));
  }

  private void settle(AbandonedSession session, List<AbandonedAct> open, List<String> told)
      throws IOException {
    boolean mayChange = open.stream().anyMatch(AbandonedAct::mayChange);
    List<TraceRecord> ledger = mayChange ? transaction.ledger().since(0) : List.of();
    for (AbandonedAct act : open) {
      List<AppendedRecord> appended = new ArrayList<>();
      List<SettledRecord> settled = new ArrayList<>();
      for (TraceRecord record : ledger) {
        if (record.isFrom(act.origin()) && !session.reported().contains(record.id())) {
          appended.add(record.appended());
          settled.add(settle(record, ledger, appended));
        }
      }
      boolean stands = settled.stream().anyMatch(SettledRecord::stands);
      acts.settle(act.receipt(), KilledActOutcome.of(stands), appended);
      if (act.mayChange()) {
        String words = settled.stream().map(SettledRecord::words).collect(Collectors.joining("; "));
        told.add(
            "Writ was ended while it performed '%s': %s"
                .formatted(
                    DisplayText.line(act.name()),
                    words.isEmpty() ? "no change is recorded" : words));
      }
    }
  }

  /// What became of one record.
  ///
  /// @param words for the person
  /// @param stands whether any of its changes does
  private record SettledRecord(String words, boolean stands) {}

  private SettledRecord settle(
      TraceRecord record, List<TraceRecord> ledger, List<AppendedRecord> appended)
      throws IOException {
    Set<WorkspacePath> since = new HashSet<>();
    for (TraceRecord later : ledger.subList(ledger.indexOf(record) + 1, ledger.size())) {
      if (related(later).contains(record.id())) {
        String words = changes(record) + ": corrected by record " + later.id();
        return new SettledRecord(words, !later.related("undoes").contains(record.id()));
      }
      places(later).forEach(since::add);
    }
    if (!namesPlaces(record)) { // not ours
      return new SettledRecord(changes(record) + ": done", true);
    }
    RecoveredRecord recovered = records.recover(record, since);
    recovered.correction().ifPresent(appended::add);
    return new SettledRecord(words(record, recovered), !recovered.made().isEmpty());
  }

  private static String words(TraceRecord record, RecoveredRecord recovered) {
    if (recovered.missing().isEmpty()) {
      return changes(record) + (recovered.made().isEmpty() ? ": changed since" : ": done");
    }
    return recovered.made().isEmpty()
        ? changes(record) + ": not done"
        : "not done: %s, but %s: done"
            .formatted(names(recovered.missing()), names(recovered.made()));
  }

  private static Set<String> related(TraceRecord record) {
    return Stream.of("undoes", "corrects")
        .flatMap(type -> record.related(type).stream())
        .collect(Collectors.toSet());
  }

  private static Stream<WorkspacePath> places(TraceRecord record) {
    return namesPlaces(record)
        ? record.files().stream().flatMap(file -> file.paths().stream()).map(WorkspacePath::of)
        : Stream.empty();
  }

  /// A ledger comes with the repository: what it names is as untrusted as a model's path.
  private static boolean namesPlaces(TraceRecord record) {
    try {
      record.files().forEach(file -> file.paths().forEach(WorkspacePath::of));
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// What a record says was done, shortened.
  private static String changes(TraceRecord record) {
    return shortened(
        record.leaves().stream().map(file -> file.kind() + " " + file.path()).toList());
  }

  private static String names(Collection<WorkspacePath> places) {
    return shortened(places.stream().map(WorkspacePath::toString).toList());
  }

  private static String shortened(List<String> names) {
    int more = names.size() - MAX_NAMED;
    return names.stream().limit(MAX_NAMED).map(DisplayText::line).collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
