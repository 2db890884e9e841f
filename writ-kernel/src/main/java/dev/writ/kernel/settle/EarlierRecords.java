// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import dev.writ.records.change.FileChange;
import dev.writ.records.ledger.AppendedRecord;
import dev.writ.records.ledger.LedgerEntry;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The records that an interrupted session had already written of a command's changes. They are not
/// written again: of two records of one change the older one could never be undone.
final class EarlierRecords {
  /// None.
  static final EarlierRecords NONE = new EarlierRecords(List.of());

  private final List<AppendedRecord> all;
  private final Map<String, AppendedRecord> changes = new HashMap<>();

  /// @param records of that command alone
  EarlierRecords(List<TraceRecord> records) {
    this.all = records.stream().map(TraceRecord::appended).toList();
    for (TraceRecord record : records) {
      for (RecordedChange file : record.files()) {
        changes.put(
            key(file.kind(), file.after().hash().orElse(""), file.path()), record.appended());
      }
    }
  }

  private static String key(String kind, String after, String path) {
    return kind + " " + after + " " + path;
  }

  /// All of them.
  List<AppendedRecord> all() {
    return all;
  }

  /// The hashes of their lines.
  Set<String> hashes() {
    return all.stream().map(AppendedRecord::hash).collect(Collectors.toSet());
  }

  /// The record of a change.
  Optional<AppendedRecord> of(FileChange change) {
    String after = LedgerEntry.hash(change.after()).orElse("");
    return Optional.ofNullable(
        changes.get(key(change.kind().word(), after, change.path().toString())));
  }
}
