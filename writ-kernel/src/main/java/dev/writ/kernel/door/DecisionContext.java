// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.door;

import dev.writ.base.json.Json;
import dev.writ.kernel.grant.AuthoritySource;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.run.CommandEvidence;
import dev.writ.kernel.run.CommandServices;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.records.audit.GateAnswer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The circumstances of a decision, as they are recorded with it. The policy is hashed with the
/// first of them: a turn without calls needs no hash, and the first hash in a process is slow
/// (class loading).
final class DecisionContext {
  private final GovernancePolicy policy;
  private final AuthoritySource authority;
  private final Supplier<CommandEvidence> commands;
  private final String person;
  private Optional<String> hash = Optional.empty();

  /// @param commands asked only where a command is decided: a turn without one loads none of it
  /// @param person the login name of the user who started this process
  DecisionContext(
      GovernancePolicy policy,
      AuthoritySource authority,
      Supplier<CommandEvidence> commands,
      String person) {
    this.policy = policy;
    this.authority = authority;
    this.commands = commands;
    this.person = person;
  }

  /// The facts of one session.
  static DecisionContext of(
      GovernancePolicy policy, CommandServices commands, WorkspacePlace place) {
    return new DecisionContext(
        policy,
        standing -> commands.parts().authority().in(standing),
        () -> commands.parts().running().evidence(),
        place.environment().getOrDefault("USER", "person"));
  }

  private synchronized String hash() {
    if (hash.isEmpty()) {
      hash = Optional.of(policy.hash());
    }
    return hash.get();
  }

  /// @param answers what the gates said
  Json.Obj of(SessionState state, AuditSubject subject, List<GateAnswer> answers) {
    Json.Builder json =
        Json.object()
            .put("session", state.session())
            .put("mode", state.mode().name())
            .put("execution", state.execution().word())
            .put("policy", hash());
    if (state.declaration() instanceof SessionDeclaration.Under under) {
      json.put("intent", under.intent().id()).put("kind", under.kind().name());
    }
    // Only commands are under an authority.
    subject
        .run()
        .ifPresent(
            run ->
                json.put("authority", authority.in(run.standing()).words())
                    .put("command", commands.get().of(run.command())));
    subject
        .risk()
        .ifPresent(
            r ->
                json.put("risk", r.destructive() ? "destructive" : "safe")
                    .put("risk_score", r.score())
                    .put("risk_rules", Json.texts(r.rules())));
    for (GateAnswer answer : answers) {
      if (answer.kind() == GateAnswer.AnswerKind.APPROVED) {
        json.put("approver", person).put("approval", answer.detail());
      }
    }
    return json.build();
  }
}
