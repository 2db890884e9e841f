// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.gate;

import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.json.Json;
import java.util.Optional;

/// The circumstances of a decision, as they are recorded with it.
record Circumstances(Authority authority, String policyHash) {
  Json.Obj of(Standing standing, Optional<RiskCheck.Risk> risk) {
    Json.Builder json =
        Json.object()
            .put("session", standing.session())
            .put("mode", standing.mode().name())
            .put("execution", standing.execution().word())
            .put("authority", authority.level().word())
            .put("policy", policyHash);
    if (standing.declaration() instanceof Declaration.Under under) {
      json.put("intent", under.intent().id()).put("kind", under.kind().name());
    }
    risk.ifPresent(
        r ->
            json.put("risk", r.destructive() ? "destructive" : "safe")
                .put("risk_score", r.score()));
    return json.build();
  }
}
