// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.policy.Guarded;
import java.util.ArrayList;
import java.util.List;

/// Gate 9: how risky a proposal is, by its effects. Reading files that usually hold secrets asks in
/// every mode (INV-14).
final class RiskCheck {
  /// A score from 0 to 100 with its reasons.
  record Risk(int score, List<String> reasons) {
    /// From this score on a proposal is destructive, below it safe.
    static final int DESTRUCTIVE = 50;

    Risk {
      reasons = List.copyOf(reasons);
    }

    boolean destructive() {
      return score >= DESTRUCTIVE;
    }
  }

  String name() {
    return "risk";
  }

  Verdict judge(Risk risk) {
    return risk.destructive() ? new Verdict.Ask(risk.reasons()) : Verdict.PASS;
  }

  Risk assess(Proposal proposal) {
    int score = 0;
    List<String> reasons = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      score = Math.max(score, base(effect));
      for (Location location : effect.locations()) {
        if (location instanceof Location.Inside(String _, var path) && Guarded.isSecret(path)) {
          score = Math.max(score, 80);
          reasons.add(path + " usually holds secrets");
        }
      }
    }
    return new Risk(score, reasons);
  }

  private static int base(Effect effect) {
    if (effect instanceof Effect.WritePath write) {
      return write.before() instanceof FileState.Absent ? 10 : 20;
    }
    return effect instanceof Effect.RunCommand ? 10 : 0;
  }
}
