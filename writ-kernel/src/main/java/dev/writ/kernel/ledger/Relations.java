// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.ledger;

import dev.writ.kernel.intent.Related;
import dev.writ.kernel.json.Json;
import java.util.List;

/// What a record has to do with other things.
///
/// @param undoes the ids of records that it takes back
/// @param related what its intent comes from
/// @param checks what was found when its intent was closed
public record Relations(List<String> undoes, List<Related> related, List<Check> checks) {
  /// Nothing.
  public static final Relations NONE = new Relations(List.of(), List.of(), List.of());

  public Relations {
    undoes = List.copyOf(undoes);
    related = List.copyOf(related);
    checks = List.copyOf(checks);
  }

  /// A record that takes others back.
  public static Relations undoing(List<String> undoes) {
    return new Relations(undoes, List.of(), List.of());
  }

  /// The same, of an intent that comes from these things.
  public Relations of(List<Related> sources) {
    return new Relations(undoes, sources, checks);
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
