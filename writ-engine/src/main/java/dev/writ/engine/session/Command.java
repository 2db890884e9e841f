// Implements: docs/spec/02-architecture.md §2.5 (Engine)
package dev.writ.engine.session;

import dev.writ.engine.context.ContextAssembly;
import dev.writ.engine.model.Effort;
import dev.writ.engine.model.Image;
import dev.writ.engine.model.PricedModel;
import dev.writ.kernel.policy.Mode;
import java.util.List;
import java.util.Optional;

/// All that a client can say to a session.
public sealed interface Command {
  /// A message that begins a turn.
  ///
  /// @param images what the person attached
  record Ask(String text, List<Image> images) implements Command {
    public Ask {
      images = List.copyOf(images);
    }

    /// A message without images.
    public Ask(String text) {
      this(text, List.of());
    }
  }

  /// A message for a turn that is running; delivered after the present round.
  record Steer(String text) implements Command {}

  /// End the running turn; the conversation stays well-formed.
  record Abort() implements Command {}

  /// Have the model reason that much from the next turn on.
  record SetEffort(Effort effort) implements Command {}

  /// Work in another mode from now on.
  record SwitchMode(Mode mode) implements Command {}

  /// Ask another model from now on; the conversation stays. Only between turns.
  record SwitchModel(PricedModel model) implements Command {}

  /// Condense the conversation. Only between turns; returns when it is done.
  ///
  /// @param turns which turns; empty for all that is not recent
  /// @param focus what the summary is to keep; may be empty
  record Condense(Optional<ContextAssembly.TurnRange> turns, String focus) implements Command {}

  /// Have the view hold so many messages at most from now on. Only between turns.
  record LimitMessages(int most) implements Command {}

  /// End the session.
  record Leave() implements Command {}
}
