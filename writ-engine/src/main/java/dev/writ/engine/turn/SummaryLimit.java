// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import dev.writ.engine.context.SummaryAllowance;
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
  private Supplier<RequestCost> spent = () -> RequestCost.NONE;

  public SummaryLimit(TurnLimits limits, IntentGuard guard, SessionState state) {
    this.costs = new CostLimit(limits.maxCostMicroUsd());
    this.guard = guard;
    this.state = state;
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
  public Optional<String> objection(PricedModel model, Prompt prompt) throws IOException {
    return costs.objection(model, prompt, spent.get(), guard, state);
  }
}
