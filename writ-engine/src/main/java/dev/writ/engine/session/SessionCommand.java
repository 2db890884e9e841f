// Implements: docs/spec/02-architecture.md §2.5 (Engine)
package dev.writ.engine.session;

import dev.writ.engine.context.ContextAssembly;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.PricedModel;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.policy.WorkMode;
import java.util.List;
import java.util.Optional;

/// All that a client can say to a session.
public sealed interface SessionCommand {
  /// A message that begins a turn.
  ///
  /// @param images the attached images
  record BeginTurn(String text, List<PersonImage> images) implements SessionCommand {
    public BeginTurn {
      images = List.copyOf(images);
    }

    /// A message without images.
    public BeginTurn(String text) {
      this(text, List.of());
    }
  }

  /// A message for a turn that is running; delivered after the present round.
  record Steer(String text) implements SessionCommand {}

  /// End the running turn; the conversation stays well-formed.
  record Abort() implements SessionCommand {}

  /// Have the model reason that much from the next turn on.
  record SetEffort(ReasoningEffort effort) implements SessionCommand {}

  /// Have the model reason that much in the next turn only.
  record EffortOfTurn(ReasoningEffort effort) implements SessionCommand {}

  /// Work in another mode from now on.
  record SwitchMode(WorkMode mode) implements SessionCommand {}

  /// Ask another model from now on; the conversation stays. Only between turns.
  record SwitchModel(PricedModel model) implements SessionCommand {}

  /// Condense the conversation. Only between turns; returns when it is done.
  ///
  /// @param turns the turns to condense; empty for all but the recent ones
  /// @param focus what the summary should keep; may be empty
  record Condense(Optional<ContextAssembly.TurnRange> turns, String focus)
      implements SessionCommand {}

  /// Have the view hold so many messages at most from now on. Only between turns.
  record LimitMessages(int most) implements SessionCommand {}

  /// End the session.
  record Leave() implements SessionCommand {}
}
