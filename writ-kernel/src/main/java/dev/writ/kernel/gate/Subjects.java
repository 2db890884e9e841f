// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.gate;

import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Hash;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What questions are about, as grants are given for it.
record Subjects(Commanding commands) {
  Grant.Subject of(Proposal proposal, Standing standing) {
    Optional<Set<String>> schemas = Optional.empty();
    Optional<Grant.Exact> command = Optional.empty();
    List<WorkspacePath> writes = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.RunCommand run) {
        Map<String, String> code = commands.code(run);
        schemas = code.isEmpty() ? commands.parts().judge().schemas(run) : Optional.empty();
        command = Optional.of(exact(run, code));
      }
      for (Location location : effect.writes()) {
        if (location instanceof Location.Inside inside) {
          writes.add(inside.path());
        }
      }
    }
    return new Grant.Subject(proposal.call().tool(), schemas, command, writes, intent(standing));
  }

  /// A command with the code of the workspace that it names: another content is another command.
  private static Grant.Exact exact(Effect.RunCommand run, Map<String, String> code) {
    if (code.isEmpty()) {
      return new Grant.Exact(run.line().text(), Hash.of(run.describe().write()));
    }
    Json.Builder contents = Json.object();
    code.forEach(contents::put);
    Json.Obj all = Json.object().put("run", run.describe()).put("code", contents.build()).build();
    String words = "%s (%s as now)".formatted(run.line().text(), String.join(", ", code.keySet()));
    return new Grant.Exact(words, Hash.of(all.write()));
  }

  private static Optional<Grant.Exact> intent(Standing standing) {
    return standing.declaration() instanceof Declaration.Under under
        ? Optional.of(exact(under.intent()))
        : Optional.empty();
  }

  /// An intent with what it says: another scope or other limits are another one.
  static Grant.Exact exact(Intent intent) {
    Json.Obj json =
        Json.object()
            .put("id", intent.id())
            .put("scope", Json.texts(intent.scope().patterns()))
            .put("constraints", Json.texts(intent.constraints()))
            .put("acceptance_criteria", Json.texts(intent.acceptanceCriteria()))
            .put("budget", intent.terms().budget().words())
            .put("checks", Json.texts(intent.terms().checks()))
            .build();
    return new Grant.Exact(intent.id(), Hash.of(json.write()));
  }
}
