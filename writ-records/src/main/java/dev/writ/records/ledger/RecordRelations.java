// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.json.Json;
import java.util.List;

/// What a record has to do with other things.
///
/// @param undoes the ids of records that it takes back
/// @param related what its intent comes from
/// @param checks what was found when its intent was closed
public record RecordRelations(
    List<String> undoes, List<RelatedSource> related, List<Check> checks) {
  /// Nothing.
  public static final RecordRelations NONE = new RecordRelations(List.of(), List.of(), List.of());

  public RecordRelations {
    undoes = List.copyOf(undoes);
    related = List.copyOf(related);
    checks = List.copyOf(checks);
  }

  /// A record that takes others back.
  public static RecordRelations undoing(List<String> undoes) {
    return new RecordRelations(undoes, List.of(), List.of());
  }

  /// The same, of an intent that comes from these things.
  public RecordRelations of(List<RelatedSource> sources) {
    return new RecordRelations(undoes, sources, checks);
  }

  /// A check of an intent that was run.
  ///
  /// @param command as the intents file has it
  /// @param exitCode how it ended
  /// @param durationMillis how long it took
  public record Check(String command, int exitCode, long durationMillis) {
    Json json() {
      return Json.object()
          .put("command", command)
          .put("exit_code", exitCode)
          .put("duration_ms", durationMillis)
          .build();
    }
  }
}
