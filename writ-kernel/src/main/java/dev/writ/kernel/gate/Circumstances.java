// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.gate;

import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.json.Json;
import java.util.Optional;

/// The circumstances of a decision, as they are recorded with it. The policy is hashed with the
/// first
/// of them: a turn without calls needs no hash, and the first hash of a process is dear.
final class Circumstances {
  private final Policy policy;
  private final AuthoritySource authority;
  private Optional<String> hash = Optional.empty();

  Circumstances(Policy policy, AuthoritySource authority) {
    this.policy = policy;
    this.authority = authority;
  }

  private synchronized String hash() {
    if (hash.isEmpty()) {
      hash = Optional.of(policy.hash());
    }
    return hash.get();
  }

  /// @param command whether a command is decided: only these are under an authority
  Json.Obj of(Standing standing, Optional<RiskCheck.Risk> risk, boolean command) {
    Json.Builder json =
        Json.object()
            .put("session", standing.session())
            .put("mode", standing.mode().name())
            .put("execution", standing.execution().word())
            .put("policy", hash());
    if (standing.declaration() instanceof Declaration.Under under) {
      json.put("intent", under.intent().id()).put("kind", under.kind().name());
    }
    if (command) {
      json.put("authority", authority.in(standing.execution()).words());
    }
    risk.ifPresent(
        r ->
            json.put("risk", r.destructive() ? "destructive" : "safe")
                .put("risk_score", r.score()));
    return json.build();
  }
}
