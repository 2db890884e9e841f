// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.ledger;

import dev.writ.kernel.json.Json;
import dev.writ.kernel.scope.WorkspacePath;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The record behind a line: the newest record of the file that wrote a line with this content.
public final class Attribution {
  private final List<TraceRecord> records;

  /// Over a ledger's text.
  public Attribution(String ledger) {
    this.records = TraceRecord.readable(ledger);
  }

  /// The record behind a line of a file; nothing where no record explains it.
  public Optional<TraceRecord> of(WorkspacePath path, String line) {
    String hash = Range.lineHash(line);
    return records.reversed().stream().filter(record -> wrote(record, path, hash)).findFirst();
  }

  private static boolean wrote(TraceRecord record, WorkspacePath path, String hash) {
    return record.files().stream()
        .filter(file -> file.text("relative_path").filter(path.toString()::equals).isPresent())
        .flatMap(file -> objects(file, "conversations"))
        .flatMap(conversation -> objects(conversation, "ranges"))
        .flatMap(range -> range.items("line_hashes").stream())
        .anyMatch(Json.of(hash)::equals);
  }

  private static Stream<Json.Obj> objects(Json.Obj in, String name) {
    return in.items(name).stream().filter(Json.Obj.class::isInstance).map(Json.Obj.class::cast);
  }
}
