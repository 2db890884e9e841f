// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.JudgedCode;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.code.NamedCode;
import dev.writ.kernel.policy.LineSecrets;
import dev.writ.kernel.run.CommandJudge;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.SessionState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The subjects of questions, as grants name them.
public record GrantSubjects(CommandServices commands) {
  Grant.GrantSubject of(Proposal proposal, SessionState state) {
    Optional<Grant.SubjectCommand> command = Optional.empty();
    List<WorkspacePath> writes = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.RunCommand run) {
        command = Optional.of(command(run, CommandStanding.of(state)));
      }
      for (PathLocation location : effect.writes()) {
        if (location instanceof PathLocation.Inside inside) {
          writes.add(inside.path());
        }
      }
    }
    boolean takesAway =
        proposal.effects().stream()
            .anyMatch(
                one -> one instanceof Mutation.DeletePath || one instanceof Mutation.MovePath);
    return new Grant.GrantSubject(
        proposal.call().tool(),
        command,
        takesAway ? List.of() : writes, // who agreed to writing agreed to no deletion
        CommandStanding.task(state));
  }

  /// Whether the project's authority lets a proposal's command run, but asks about its changes.
  boolean isShown(Proposal proposal, SessionState state) {
    CommandStanding standing = CommandStanding.of(state);
    return proposal.effects().stream()
        .allMatch(
            effect ->
                effect instanceof Effect.RunCommand run
                    && commands.parts().judge().isShown(run, standing));
  }

  private Grant.SubjectCommand command(Effect.RunCommand run, CommandStanding standing) {
    CommandJudge judge = commands.parts().judge();
    boolean bound = run.touches().code().filter(code -> !code.named().isEmpty()).isPresent();
    return new Grant.SubjectCommand(
        exact(run),
        bound ? Optional.empty() : judge.schemas(run),
        judge.isReversible(run, standing),
        judge.canBeShown(run) && commands.parts().running().worksOnViews());
  }

  /// A command with the code of the workspace that it names or takes: another content is another
  /// command.
  private static Grant.ExactGrant exact(Effect.RunCommand run) {
    String line = LineSecrets.recorded(run.line());
    SortedMap<String, String> code =
        run.touches().code().map(JudgedCode::all).orElse(Collections.emptySortedMap());
    List<String> bound = new ArrayList<>();
    List<String> unbound = new ArrayList<>();
    code.forEach((place, content) -> (NamedCode.isBound(content) ? bound : unbound).add(place));
    String now = String.join(", ", bound) + Grant.ThisCommand.AS_NOW;
    String then = "whatever " + String.join(", ", unbound) + Grant.ThisCommand.HOLDS_THEN;
    String words =
        unbound.isEmpty()
            ? bound.isEmpty() ? line : "%s (%s)".formatted(line, now)
            : "%s (%s)".formatted(line, bound.isEmpty() ? then : now + ", " + then);
    boolean attended =
        run.reach() instanceof NetworkReach.Hosts hosts
            && hosts.further() == NetworkReach.Further.ASKED;
    return new Grant.ExactGrant(words, ContentHash.of(run.describe().write()), attended);
  }
}
