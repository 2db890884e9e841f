// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.Prompt;
import java.io.IOException;

/// Whether the limits on cost allow a request to a model for a summary.
@FunctionalInterface
public interface SummaryAllowance {
  /// Whatever it costs.
  SummaryAllowance FREE = (_, _) -> true;

  /// Whether this request may be sent to that model.
  ///
  /// @throws IOException if the spending cannot be determined, or the session cannot be written
  boolean allows(PricedModel model, Prompt prompt) throws IOException;
}
