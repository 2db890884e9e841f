// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.turn;

import dev.writ.engine.model.ModelTariff;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.RequestCost;
import dev.writ.engine.model.TokenCount;
import dev.writ.kernel.intent.IntentBudget;
import dev.writ.kernel.intents.IntentGuard;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// Decides before a request is sent whether its highest possible cost is within the limit.
///
/// @param maxMicroUsd of one turn (`agent.max_cost_usd`); empty for no limit
record CostLimit(OptionalLong maxMicroUsd) {
  /// Tokenizers differ, so a request may have up to a third more tokens than are estimated.
  private static final int SAFETY_SHARE = 3;

  /// Why a request must not be sent; empty if it may.
  ///
  /// @param spent by the turn so far
  Optional<String> objection(
      PricedModel model, Prompt prompt, RequestCost spent, IntentGuard guard, SessionState state)
      throws IOException {
    if (maxMicroUsd.isEmpty() && !guard.limitsCost(state)) {
      return Optional.empty();
    }
    long tokens = TokenCount.estimate(prompt).tokens();
    long input = tokens + tokens / SAFETY_SHARE;
    ModelTariff.CostBound most = model.tariff().most(input);
    if (maxMicroUsd.isPresent()) {
      Optional<String> why = ofTurn(model, spent, input, most, maxMicroUsd.getAsLong());
      if (why.isPresent()) {
        return why;
      }
    }
    // A request of unknown cost counts as used up: it ends changing, not asking.
    return most.microUsd().isEmpty()
        ? Optional.empty()
        : guard.unaffordable(state, most.microUsd().getAsLong());
  }

  private static Optional<String> ofTurn(
      PricedModel model, RequestCost spent, long input, ModelTariff.CostBound most, long limit) {
    if (most.microUsd().isEmpty() || spent.unpriced() > 0) {
      return Optional.of(
          ("The price of requests to %s is unknown, so agent.max_cost_usd cannot be enforced; add"
                  + " the model to models.yaml in the configuration directory")
              .formatted(model.id()));
    }
    long next = most.microUsd().getAsLong();
    if (next <= limit - spent.microUsd()) {
      return Optional.empty();
    }
    return Optional.of(
        ("The next request to %s can cost up to %s USD (about %d tokens of input, up to %d of"
                + " output); %s of agent.max_cost_usd %s are spent. A smaller llm.max_tokens"
                + " makes it cheaper")
            .formatted(
                model.id(),
                IntentBudget.usd(next),
                input,
                most.outputTokens().orElse(0),
                IntentBudget.usd(spent.microUsd()),
                IntentBudget.usd(limit)));
  }
}
