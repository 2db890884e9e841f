// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import java.io.IOException;
import java.util.Optional;

/// The limits on the cost of requests to models for summaries.
@FunctionalInterface
public interface SummaryAllowance {
  /// Whatever it costs.
  SummaryAllowance FREE = (_, _) -> Optional.empty();

  /// The reason why this request may not be sent to that model; empty if it may.
  ///
  /// @throws IOException if the spending cannot be determined
  Optional<String> objection(PricedModel model, Prompt prompt) throws IOException;
}
