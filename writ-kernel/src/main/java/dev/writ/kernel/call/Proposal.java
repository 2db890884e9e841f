// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import java.util.ArrayList;
import java.util.List;

/// A tool call after its arguments became typed effects. A proposal has no effect by itself: the
/// gates judge it, a person approves it, and a warrant is bound to it.
public record Proposal(ToolCall call, EffectClass effectClass, List<Effect> effects) {
  public Proposal {
    effects = List.copyOf(effects);
  }

  /// Identifies the proposal: a hash of the tool, its effects and every content hash. A changed
  /// argument, target or file gives another digest, so an approval cannot be used for another
  /// proposal.
  public String digest() {
    return ContentHash.of(
        Json.object()
            .put("tool", call.tool())
            .put("arguments", call.arguments())
            .put("effects", new Json.Arr(described()))
            .build()
            .write());
  }

  /// Whether it could change anything outside the session.
  public boolean changes() {
    return effectClass != EffectClass.READ && effectClass != EffectClass.CONTROL;
  }

  /// Whether programs would run.
  public boolean runsCommand() {
    return effects.stream().anyMatch(Effect.RunCommand.class::isInstance);
  }

  /// The effects as data.
  public List<Json> described() {
    List<Json> described = new ArrayList<>(effects.size());
    for (Effect effect : effects) {
      described.add(effect.describe());
    }
    return described;
  }
}
