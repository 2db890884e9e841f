// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Appended;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.ledger.Entry;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// Whose the changes of one command line are: which programs made them, for which intent, from
/// which call they come.
final class CommandChange {
  private final Scribe scribe;
  private final Standing standing;
  private final Origin origin;
  private final Entry.By by;
  private final boolean git;
  private final String line;

  CommandChange(Effect.RunCommand run, Scribe scribe, Standing standing, Origin origin) {
    this.scribe = scribe;
    this.standing = standing;
    this.origin = origin;
    boolean alone = programs(run).allMatch("git"::equals);
    this.by = alone ? Entry.By.VERSION_CONTROL : Entry.By.PROGRAM;
    this.git = programs(run).anyMatch("git"::equals);
    this.line = run.line().text();
  }

  private static Stream<String> programs(Effect.RunCommand run) {
    return run.line().commands().stream()
        .flatMap(command -> Unwrapping.of(command).stream())
        .map(inner -> inner.command().programName());
  }

  /// Whether Git is among the programs.
  boolean runsGit() {
    return git;
  }

  /// Whether the intent owns a place.
  boolean owns(WorkspacePath path) {
    return standing.declaration() instanceof Declaration.Under under
        && under.intent().scope().owns(path);
  }

  private String intentId() {
    return standing.declaration() instanceof Declaration.Under under ? under.intent().id() : "";
  }

  /// What is to be known of it after a crash.
  ///
  /// @param receipt the id of the decision that allowed the command
  Json.Obj describe(String receipt) throws IOException {
    return Json.object()
        .put("receipt", receipt)
        .put("command", line)
        .put("url", origin.url())
        .put("intent", intentId())
        .put("ledger", scribe.ledger().size())
        .build();
  }

  /// Records changes.
  Appended record(List<Change> changes) throws IOException {
    return scribe.record(changes, by, origin, intentId());
  }

  /// Records that a recorded change did not happen after all.
  Appended recordBack(Change change) throws IOException {
    return record(List.of(change.back()));
  }
}
