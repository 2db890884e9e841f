// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Concern;
import dev.writ.kernel.call.Control;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.Reach;
import dev.writ.kernel.call.Verdict;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.policy.Deed;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.Guarded;
import dev.writ.kernel.policy.RiskRule;
import dev.writ.kernel.policy.RiskRules;
import dev.writ.kernel.policy.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gate 9: how risky a proposal is, by rules that are data.
final class RiskCheck {
  private final List<RiskRule> rules;

  RiskCheck(List<RiskRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /// What the rules found.
  ///
  /// @param deed what they looked at
  /// @param score from 0 to 100, the highest of what was found
  /// @param rules the ids of those that apply
  /// @param concerns of those that ask
  record Risk(Deed deed, int score, List<String> rules, List<Concern> concerns) {
    Risk {
      rules = List.copyOf(rules);
      concerns = List.copyOf(concerns);
    }

    boolean destructive() {
      return score >= RiskRule.Finding.DESTRUCTIVE;
    }
  }

  String name() {
    return "risk";
  }

  Verdict judge(Risk risk) {
    return risk.concerns().isEmpty() ? Verdict.PASS : new Verdict.Ask(risk.concerns());
  }

  Risk assess(Proposal proposal, Standing standing) {
    Deed deed = deed(proposal, standing);
    int score = 0;
    List<String> found = new ArrayList<>();
    List<Concern> concerns = new ArrayList<>();
    for (RiskRule rule : rules) {
      Optional<RiskRule.Finding> finding = rule.judge(deed);
      if (finding.isPresent()) {
        found.add(rule.id());
        score = Math.max(score, finding.get().score());
        if (finding.get().score() >= RiskRule.Finding.DESTRUCTIVE && asks(rule, deed, standing)) {
          concerns.add(new Concern(finding.get().kind(), finding.get().reason()));
        }
      }
    }
    return new Risk(deed, score, found, concerns);
  }

  /// Full autonomous mode asks about nothing that `undo` takes back and that tells nothing: a
  /// deletion as little as `rm`, and the first version of a file for secrets.
  private static boolean asks(RiskRule rule, Deed deed, Standing standing) {
    if (standing.execution() != ExecutionMode.FULL_AUTONOMOUS) {
      return true;
    }
    return !rule.equals(RiskRules.DELETION)
        && !(rule.equals(RiskRules.SECRET_FILE) && deed.onlyCreates());
  }

  private static Deed deed(Proposal proposal, Standing standing) {
    Deed deed = new Deed();
    for (Effect effect : proposal.effects()) {
      traits(effect, deed);
      if (effect instanceof Effect.ChangeSession(Control.SelectIntent select)
          && standing.declaration() instanceof Declaration.Under under
          && !select.intentId().equals(under.intent().id())) {
        deed.with(Trait.WIDENS);
      }
      for (Location location : effect.locations()) {
        if (location instanceof Location.Inside inside && Guarded.isSecret(inside.path())) {
          deed.with(Trait.SECRET, inside.path());
        }
      }
    }
    if (proposal.effectClass() == EffectClass.NETWORK) {
      deed.with(Trait.REACHES);
    }
    for (Trait trait : standing.exposure()) {
      deed.with(trait);
    }
    return deed;
  }

  private static void traits(Effect effect, Deed deed) {
    if (effect instanceof Effect.WritePath write) {
      boolean fresh = write.before() instanceof FileState.Absent;
      at(write.at(), fresh ? Trait.CREATES : Trait.REPLACES, deed);
    } else if (effect instanceof Effect.RunCommand run) {
      deed.with(Trait.RUNS);
      if (run.reach() instanceof Reach.Hosts) {
        deed.with(Trait.REACHES);
      }
    } else if (effect instanceof Effect.ReadPath read) {
      at(read.at(), Trait.READS, deed);
    } else if (effect instanceof Mutation.DeletePath delete) {
      delete.locations().forEach(place -> at(place, Trait.DELETES, deed));
    } else if (effect instanceof Mutation.MovePath move) {
      move.locations().forEach(place -> at(place, Trait.MOVES, deed));
      move.targets().forEach(place -> at(place, Trait.CREATES, deed));
    } else if (effect instanceof Mutation.MakeDirectory make) {
      at(make.at(), Trait.CREATES, deed);
    }
  }

  private static void at(Location location, Trait trait, Deed deed) {
    if (location instanceof Location.Inside inside) {
      deed.with(trait, inside.path());
    }
  }

  /// What a session has seen once a proposal was performed: what it read stays in its context.
  static void expose(Risk risk, Standing standing) {
    if (risk.deed().has(Trait.REACHES)) {
      standing.saw(Trait.SAW_UNTRUSTED);
    }
    if (risk.deed().has(Trait.SECRET)) {
      standing.saw(Trait.SAW_SECRET);
    }
  }
}
