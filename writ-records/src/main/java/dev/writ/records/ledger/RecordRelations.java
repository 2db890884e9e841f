// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.json.Json;
import java.util.List;

/// The relations of a record to other objects.
///
/// @param undoes the ids of records that it takes back
/// @param corrects the ids of records whose statements it corrects for some places
/// @param related what its intent comes from
/// @param checks what was found when its intent was closed
public record RecordRelations(
    List<String> undoes,
    List<String> corrects,
    List<RelatedSource> related,
    List<CheckRun> checks) {
  /// Nothing.
  public static final RecordRelations NONE =
      new RecordRelations(List.of(), List.of(), List.of(), List.of());

  public RecordRelations {
    undoes = List.copyOf(undoes);
    corrects = List.copyOf(corrects);
    related = List.copyOf(related);
    checks = List.copyOf(checks);
  }

  /// A record that takes others back.
  public static RecordRelations undoing(List<String> undoes) {
    return new RecordRelations(undoes, List.of(), List.of(), List.of());
  }

  /// A record that says of places of another one what really came of them.
  public static RecordRelations correcting(String id) {
    return new RecordRelations(List.of(), List.of(id), List.of(), List.of());
  }

  /// A record of checks that were run.
  public static RecordRelations checked(List<CheckRun> checks) {
    return new RecordRelations(List.of(), List.of(), List.of(), checks);
  }

  /// The same, of an intent that comes from these things.
  public RecordRelations of(List<RelatedSource> sources) {
    return new RecordRelations(undoes, corrects, sources, checks);
  }

  /// A check of an intent that was run.
  ///
  /// @param command as the intents file has it
  /// @param exitCode how it ended
  /// @param durationMillis how long it took
  public record CheckRun(String command, int exitCode, long durationMillis) {
    Json json() {
      return Json.object()
          .put("command", command)
          .put("exit_code", exitCode)
          .put("duration_ms", durationMillis)
          .build();
    }
  }
}
