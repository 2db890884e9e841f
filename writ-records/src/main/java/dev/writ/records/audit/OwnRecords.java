// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.ChainContinuation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The records of ledgers that sessions of this user have made, by the hashes of their lines:
/// anybody can write a line with a known id.
///
/// @param places in which directories
/// @param sessions which sessions
/// @param elsewhere the last record of each chain that goes on in another directory than this one
public record OwnRecords(
    Map<String, String> places, Set<String> sessions, Map<String, MadeElsewhere> elsewhere) {
  /// A record that was made in another directory.
  ///
  /// @param place the directory
  public record MadeElsewhere(AppendedRecord record, String place) {}

  /// Adds those that an outcome names.
  void add(Json.Obj outcome, List<AppendedRecord> records, AuditLog.Workspace here) {
    String place = outcome.text("workspace").orElse("");
    boolean isHere = here.has(outcome);
    for (AppendedRecord record : records) {
      places.put(record.hash(), place);
      sessions.add(ChainContinuation.session(record.writer()));
      if (!isHere) {
        elsewhere.merge(
            record.writer(),
            new MadeElsewhere(record, place),
            (one, two) -> one.record().seq() > two.record().seq() ? one : two);
      }
    }
  }
}
