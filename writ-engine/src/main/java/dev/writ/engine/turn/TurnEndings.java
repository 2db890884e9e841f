// Implements: docs/spec/09-intents-and-hooks.md §9.7 (Quality loop)
package dev.writ.engine.turn;

import dev.writ.base.value.ToolError;
import java.io.IOException;
import java.util.Optional;

/// The other participants in ending a turn: the quality commands, then the person's hooks. Mostly
/// none.
public final class TurnEndings {
  /// No participant.
  public static final TurnEndings FREE = new TurnEndings(Optional.empty(), Optional.empty());

  private final Optional<QualityLoop> quality;
  private final Optional<TurnHooks> hooks;
  private boolean prolonged;

  /// For one turn.
  public TurnEndings(Optional<QualityLoop> quality, Optional<TurnHooks> hooks) {
    this.quality = quality;
    this.hooks = hooks;
  }

  /// The reason for the model to continue after its end of turn; empty if the turn may end. A hook
  /// can prolong a turn once.
  ///
  /// @param answer the model's last words
  Optional<String> goOn(String answer) throws IOException, InterruptedException {
    if (quality.isPresent()) {
      Optional<String> findings = quality.get().findings();
      if (findings.isPresent()) {
        return findings;
      }
    }
    if (hooks.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> why = hooks.get().goOn(prolonged, answer);
    boolean first = !prolonged;
    prolonged |= why.isPresent();
    return first ? why.map(reason -> "[" + reason + "]") : Optional.empty();
  }

  /// Why the turn is to end now, whatever the model wants.
  Optional<String> halt() throws IOException {
    return hooks.isPresent() ? hooks.get().halt() : Optional.empty();
  }

  /// The objection to a message that the person typed meanwhile.
  Optional<ToolError> objection(String message) throws IOException, InterruptedException {
    return hooks.isPresent() ? hooks.get().objection(message) : Optional.empty();
  }
}
