// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.NetworkReach;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.check.RiskAssessment.Risk;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.risk.RiskFacts;
import dev.writ.kernel.risk.RiskRule;
import dev.writ.kernel.risk.RiskRules;
import dev.writ.kernel.risk.RiskTrait;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A proposal that is as risky as DESTRUCTIVE by rules, which are data, needs a person.
public final class RiskCheck implements GateCheck {
  private final List<RiskRule> rules;
  private final Predicate<CommandStanding> contained;

  /// @param contained whether what stays in the workspace and can be taken back needs no question
  public RiskCheck(List<RiskRule> rules, Predicate<CommandStanding> contained) {
    this.rules = List.copyOf(rules);
    this.contained = contained;
  }

  @Override
  public String name() {
    return "risk";
  }

  @Override
  public Verdict judge(GateSubject subject) {
    if (subject.risk() instanceof RiskAssessment.FailedAssessment failed) {
      return new Verdict.Deny(failed.error());
    }
    List<ApprovalConcern> concerns = ((Risk) subject.risk()).concerns();
    if (printsSecret(subject, concerns)) {
      return new Verdict.Deny(
          new ToolError(
              ErrorCode.COMMAND_UNSUPPORTED,
              "A substitution would put a secret into the command line, which records"
                  + " and screens show",
              "give the program the file that holds it"));
    }
    return Verdict.asking(concerns);
  }

  private static boolean printsSecret(GateSubject subject, List<ApprovalConcern> own) {
    return subject.proposal().effects().stream().anyMatch(RiskCheck::isSubstitution)
        && Stream.concat(subject.concerns().stream(), own.stream())
            .anyMatch(concern -> concern.kind() == ApprovalConcern.ConcernKind.SECRET);
  }

  private static boolean isSubstitution(Effect effect) {
    return effect instanceof Effect.RunCommand run
        && run.limits().course() == Effect.RunCommand.RunCourse.SUBSTITUTION;
  }

  /// The risk of a proposal.
  public Risk assess(Proposal proposal, SessionState state) {
    RiskFacts facts = facts(proposal, state);
    int score = 0;
    List<String> found = new ArrayList<>();
    List<ApprovalConcern> concerns = new ArrayList<>();
    for (RiskRule rule : rules) {
      Optional<RiskRule.RiskFinding> finding = rule.judge(facts);
      if (finding.isPresent()) {
        found.add(rule.id());
        score = Math.max(score, finding.get().score());
        ApprovalConcern own = new ApprovalConcern(finding.get().kind(), finding.get().reason());
        if (finding.get().score() >= RiskRule.RiskFinding.DESTRUCTIVE
            && asks(rule, facts, state)
            && !concerns.contains(own)) {
          concerns.add(own);
        }
      }
    }
    return new Risk(facts, score, found, concerns);
  }

  /// A deletion asks as little as `rm` does. Full autonomous mode asks about nothing that `undo`
  /// reverts and that reveals nothing, including the first version of a file for secrets.
  private boolean asks(RiskRule rule, RiskFacts facts, SessionState state) {
    boolean unasked = state.execution() == ExecutionMode.FULL_AUTONOMOUS;
    if (rule.equals(RiskRules.DELETION)) {
      return !unasked && !contained.test(CommandStanding.of(state));
    }
    return !(unasked && rule.equals(RiskRules.SECRET_FILE) && facts.onlyCreates());
  }

  private static RiskFacts facts(Proposal proposal, SessionState state) {
    RiskFacts facts = new RiskFacts();
    for (Effect effect : proposal.effects()) {
      traits(effect, facts);
      if (effect instanceof Effect.ChangeSession(SessionControl.SelectIntent select)
          && state.declaration() instanceof SessionDeclaration.Under under
          && !select.intentId().equals(under.intent().id())) {
        facts.with(RiskTrait.WIDENS);
      }
      for (PathLocation location : effect.locations()) {
        ProtectedNames.secrets(location).forEach(name -> facts.with(RiskTrait.SECRET, name));
      }
    }
    if (proposal.effectClass() == EffectClass.NETWORK) {
      facts.with(RiskTrait.REACHES);
    }
    for (RiskTrait trait : state.exposure()) {
      facts.with(trait);
    }
    return facts;
  }

  private static void traits(Effect effect, RiskFacts facts) {
    if (effect instanceof Effect.WritePath write) {
      boolean fresh = write.before() instanceof FileState.Absent;
      at(write.at(), fresh ? RiskTrait.CREATES : RiskTrait.REPLACES, facts);
    } else if (effect instanceof Effect.RunCommand run) {
      facts.with(RiskTrait.RUNS);
      for (PathLocation place : run.writes()) {
        if (place instanceof PathLocation.Inside inside) {
          facts.writing(inside.path());
        }
      }
      if (run.reach() instanceof NetworkReach.Hosts) {
        facts.with(RiskTrait.REACHES);
      }
    } else if (effect instanceof Effect.ReadPath read) {
      at(read.at(), RiskTrait.READS, facts);
    } else if (effect instanceof Mutation.DeletePath delete) {
      delete.locations().forEach(place -> at(place, RiskTrait.DELETES, facts));
    } else if (effect instanceof Mutation.MovePath move) {
      move.locations().forEach(place -> at(place, RiskTrait.MOVES, facts));
      move.targets().forEach(place -> at(place, RiskTrait.CREATES, facts));
    } else if (effect instanceof Mutation.MakeDirectory make) {
      at(make.at(), RiskTrait.CREATES, facts);
    }
  }

  private static void at(PathLocation location, RiskTrait trait, RiskFacts facts) {
    if (location instanceof PathLocation.Inside inside) {
      facts.with(trait, inside.path());
    }
  }

  /// Updates the session's exposure after a proposal was performed: the content that it read stays
  /// in its context.
  public static void expose(Risk risk, SessionState state) {
    if (risk.facts().has(RiskTrait.REACHES)) {
      state.expose(RiskTrait.SAW_UNTRUSTED);
    }
    if (risk.facts().has(RiskTrait.SECRET)) {
      state.expose(RiskTrait.SAW_SECRET);
    }
  }
}
