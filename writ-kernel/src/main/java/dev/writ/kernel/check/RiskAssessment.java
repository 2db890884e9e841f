// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.check;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.risk.RiskFacts;
import dev.writ.kernel.risk.RiskRule;
import java.util.List;

/// The risk of a proposal.
public sealed interface RiskAssessment {
  /// The findings of the rules.
  ///
  /// @param facts the assessed facts
  /// @param score from 0 to 100, the highest score of the matching rules
  /// @param rules the ids of the matching rules
  /// @param concerns of the rules that ask
  record Risk(RiskFacts facts, int score, List<String> rules, List<ApprovalConcern> concerns)
      implements RiskAssessment {
    public Risk {
      rules = List.copyOf(rules);
      concerns = List.copyOf(concerns);
    }

    public boolean destructive() {
      return score >= RiskRule.RiskFinding.DESTRUCTIVE;
    }
  }

  /// A defect kept the rules from finding it. The gate denies, unless an earlier one does.
  record FailedAssessment(ToolError error) implements RiskAssessment {}
}
