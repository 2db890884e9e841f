// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.policy.LineSecrets;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What questions are about, as grants are given for it.
public record GrantSubjects(CommandServices commands) {
  Grant.Subject of(Proposal proposal, SessionState state) {
    Optional<Set<String>> schemas = Optional.empty();
    Optional<Grant.Exact> command = Optional.empty();
    boolean reversible = false;
    List<WorkspacePath> writes = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.RunCommand run) {
        boolean bound = run.touches().code().filter(code -> !code.isEmpty()).isPresent();
        schemas = bound ? Optional.empty() : commands.parts().judge().schemas(run);
        command = Optional.of(exact(run));
        reversible = commands.parts().judge().isReversible(run, CommandStanding.of(state));
      }
      for (PathLocation location : effect.writes()) {
        if (location instanceof PathLocation.Inside inside) {
          writes.add(inside.path());
        }
      }
    }
    return new Grant.Subject(
        proposal.call().tool(), schemas, command, writes, CommandStanding.task(state), reversible);
  }

  /// A command with the code of the workspace that it names: another content is another command.
  private static Grant.Exact exact(Effect.RunCommand run) {
    String line = LineSecrets.recorded(run.line());
    String places = run.touches().code().map(code -> String.join(", ", code.keySet())).orElse("");
    String words =
        places.isEmpty() ? line : "%s (%s".formatted(line, places) + Grant.ThisCommand.AS_NOW;
    boolean attended =
        run.reach() instanceof NetworkReach.Hosts hosts
            && hosts.further() == NetworkReach.Further.ASKED;
    return new Grant.Exact(words, ContentHash.of(run.describe().write()), attended);
  }
}
