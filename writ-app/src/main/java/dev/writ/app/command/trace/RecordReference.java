// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.UsageException;
import dev.writ.base.value.DisplayText;
import dev.writ.records.ledger.TraceRecord;
import java.util.List;
import java.util.Optional;

/// The name of a record on a command line and on the screen: its id, or the end of it. The ids of
/// one minute begin alike, because they begin with the time.
final class RecordReference {
  /// How much of an id is shown.
  static final int SHORT = 8;

  private static final int LEAST = 6;

  private RecordReference() {}

  /// The end of an id that is shown.
  static String shortened(String id) {
    return id.length() <= SHORT ? id : id.substring(id.length() - SHORT);
  }

  /// The record of that id, or the only one whose id ends so.
  ///
  /// @throws UsageException where several records have such an id
  static Optional<TraceRecord> find(List<TraceRecord> records, String name) throws UsageException {
    if (name.length() > SHORT) { // a shorter one may be the end of several, whatever its form
      Optional<TraceRecord> exact = records.stream().filter(r -> r.id().equals(name)).findFirst();
      if (exact.isPresent()) {
        return exact;
      }
    }
    List<TraceRecord> found = records.stream().filter(r -> isEnd(r.id(), name)).toList();
    if (found.size() > 1) {
      throw new UsageException(
          "%d records end in '%s'; use more of the id"
              .formatted(found.size(), DisplayText.line(name)));
    }
    return found.stream().findFirst();
  }

  private static boolean isEnd(String id, String name) {
    return name.length() >= LEAST && id.endsWith(name);
  }
}
