// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.ledger.Change;
import java.util.ArrayList;
import java.util.List;

/// Proposals as people read them: inert, with targets resolved.
final class ProposalText {
  private static final int MAX_DIFF_LINES = 400;

  private ProposalText() {}

  /// The proposal in words, as it will really happen: targets resolved, arguments one per line.
  static List<String> what(Proposal proposal) {
    List<String> lines = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      for (String words : effect.words()) {
        lines.add(Inert.line(words));
      }
    }
    return lines;
  }

  /// What a proposal would change in files, as a unified diff.
  static String diff(Proposal proposal) {
    List<Change> changes = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Mutation mutation) {
        changes.addAll(MutationChanges.of(mutation));
      }
    }
    return Inert.text(MutationChanges.diff(changes, MAX_DIFF_LINES));
  }
}
