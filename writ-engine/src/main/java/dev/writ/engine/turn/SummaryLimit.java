// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import dev.writ.engine.context.SummaryAllowance;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.RequestCost;
import dev.writ.kernel.intents.IntentGuard;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/// Applies the cost limits of a turn and of an intent to summaries by models. A summary that could
/// exceed them is not requested; Writ writes a mechanical one instead.
public final class SummaryLimit implements SummaryAllowance {
  private final CostLimit costs;
  private final IntentGuard guard;
  private final SessionState state;
  private final JournaledConversation journal;
  private Supplier<RequestCost> spent = () -> RequestCost.NONE;

  /// @param journal receives the reason why a summary is mechanical
  public SummaryLimit(
      TurnLimits limits, IntentGuard guard, SessionState state, JournaledConversation journal) {
    this.costs = new CostLimit(limits.maxCostMicroUsd());
    this.guard = guard;
    this.state = state;
    this.journal = journal;
  }

  /// From now on summaries are part of that turn.
  public void within(TurnBudget budget) {
    spent = () -> budget.totals().cost();
  }

  /// Marks the end of a turn: from now on summaries are requests of the person between turns.
  public void betweenTurns() {
    spent = () -> RequestCost.NONE;
  }

  @Override
  public boolean allows(PricedModel model, Prompt prompt) throws IOException {
    Optional<String> why = costs.objection(model, prompt, spent.get(), guard, state);
    if (why.isPresent()) {
      journal.add(SessionEvents.notice("The summary is written without a model: " + why.get()));
    }
    return why.isEmpty();
  }
}
