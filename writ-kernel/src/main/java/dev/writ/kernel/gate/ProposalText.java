// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.call.Location;
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

  /// What the writes of a proposal would change, as a unified diff.
  static String diff(Proposal proposal) {
    StringBuilder diff = new StringBuilder();
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Effect.WritePath write
          && write.at() instanceof Location.Inside inside
          && write.after() instanceof Effect.After.Replaced replaced) {
        Effect.FileState after = new Effect.FileState.Present(replaced.content());
        diff.append(new Change(inside.path(), write.before(), after).diff(MAX_DIFF_LINES));
      }
    }
    return Inert.text(diff.toString());
  }
}
