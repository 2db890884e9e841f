// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.settle;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.change.ChangeTransaction;
import dev.writ.kernel.change.RecordRecovery;
import dev.writ.kernel.change.RecordRecovery.RecoveredRecord;
import dev.writ.kernel.file.Hands;
import dev.writ.records.audit.AbandonedAct;
import dev.writ.records.audit.AbandonedSession;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Settles the acts of killed sessions that have a receipt and no outcome, once the views and notes
/// of their commands are settled: records without their changes are taken back, and each act gets
/// its outcome.
final class CallRecovery {
  private static final int MAX_NAMED = 5;

  private final ChangeTransaction transaction;
  private final RecordRecovery records;
  private final AuditLog audit;

  CallRecovery(Hands hands, ChangeTransaction transaction, AuditLog audit) {
    this.transaction = transaction;
    this.records = new RecordRecovery(hands, transaction);
    this.audit = audit;
  }

  /// Does it.
  ///
  /// @param told receives a line about each act that may have changed something
  /// @throws IOException where one can't be settled; it is tried again by the next session
  void recover(List<String> told) throws IOException {
    List<AbandonedSession> left = new ArrayList<>(audit.abandoned());
    try {
      while (!left.isEmpty()) {
        try (AbandonedSession session = left.removeFirst()) {
          settle(session, told);
          session.settled();
        }
      }
    } finally {
      for (AbandonedSession session : left) {
        session.close();
      }
    }
  }

  private void settle(AbandonedSession session, List<String> told) throws IOException {
    List<UnreportedRecord> unreported = new ArrayList<>(unreported(session));
    for (AbandonedAct act : session.open()) {
      List<AppendedRecord> appended = new ArrayList<>();
      List<String> words = new ArrayList<>();
      boolean made = false;
      for (UnreportedRecord one :
          unreported.reversed().stream().filter(o -> o.isOf(act)).toList()) {
        unreported.remove(one);
        RecoveredRecord recovered = records.recover(one.record(), one.correction());
        appended.add(one.record().appended());
        recovered.correction().ifPresent(appended::add);
        made |= recovered instanceof RecoveredRecord.Made;
        words.add(words(one.record(), recovered));
      }
      audit.recovered(act.receipt(), made ? "recovered" : "cut_off", appended);
      if (act.mayChange()) {
        told.add(
            "Writ was ended while it performed '%s': %s"
                .formatted(
                    DisplayText.line(act.name()),
                    words.isEmpty() ? "no change is recorded" : String.join("; ", words)));
      }
    }
  }

  /// A record that no outcome names.
  ///
  /// @param correction what says that it is taken back or not wholly true, likewise unreported: the
  ///     process that wrote it may have ended before it did so
  private record UnreportedRecord(TraceRecord record, Optional<TraceRecord> correction) {
    boolean isOf(AbandonedAct act) {
      return record.isFrom(act.origin());
    }
  }

  private List<UnreportedRecord> unreported(AbandonedSession session) throws IOException {
    if (session.open().stream().noneMatch(AbandonedAct::mayChange)) {
      return List.of();
    }
    Map<String, TraceRecord> all = new LinkedHashMap<>();
    Map<String, TraceRecord> corrections = new HashMap<>();
    for (TraceRecord record : transaction.ledger().since(0)) {
      if (!session.reported().contains(record.id())) {
        all.put(record.id(), record);
        Stream.concat(record.related("undoes").stream(), record.related("corrects").stream())
            .filter(all::containsKey)
            .forEach(id -> corrections.put(id, record));
      }
    }
    all.values().removeAll(corrections.values());
    return all.values().stream()
        .filter(record -> session.open().stream().anyMatch(act -> record.isFrom(act.origin())))
        .map(r -> new UnreportedRecord(r, Optional.ofNullable(corrections.get(r.id()))))
        .toList();
  }

  private static String words(TraceRecord record, RecoveredRecord recovered) {
    return changes(record)
        + switch (recovered) {
          case RecoveredRecord.Made() -> ": done";
          case RecoveredRecord.TakenBack _ -> ": not done, nothing of it remains";
          case RecoveredRecord.Corrected _ -> ": done only in part, as another record says";
        };
  }

  /// What a record says was done, shortened.
  private static String changes(TraceRecord record) {
    List<Json.Obj> files = record.leaves();
    String named =
        files.stream()
            .limit(MAX_NAMED)
            .map(
                file ->
                    file.text("change").orElse("") + " " + file.text("relative_path").orElse(""))
            .map(DisplayText::line)
            .collect(Collectors.joining(", "));
    int more = files.size() - MAX_NAMED;
    return more > 0 ? named + " and " + more + " more" : named;
  }
}
