// Implements: docs/spec/09-intents-and-hooks.md §9.2 (The handshake)
package dev.writ.kernel.intents;

import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.spending.IntentSpending;
import dev.writ.kernel.tool.ToolCatalogue;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The loop's access to declared work.
public final class IntentGuard {
  private final IntentCheck check;
  private final IntentSpending spending;
  private final ToolCatalogue catalogue;
  private final boolean resetPerRequest;

  public IntentGuard(
      IntentCheck check,
      IntentSpending spending,
      ToolCatalogue catalogue,
      GovernancePolicy.IntentRules rules) {
    this.check = check;
    this.spending = spending;
    this.catalogue = catalogue;
    this.resetPerRequest = rules.resetPerRequest();
  }

  /// Called before each model request: if every request must declare an intent, it drops the
  /// declared one.
  public void asking(SessionState state) {
    if (resetPerRequest) {
      state.reset();
    }
  }

  /// The tools that a model may call now, where the profile leaves the others out of its sight;
  /// nothing where the gate alone denies.
  public Optional<Set<String>> allowed(SessionState state) {
    return check.allowed(catalogue, state);
  }

  /// Whether the intent in force has a budget in US dollars.
  public boolean limitsCost(SessionState state) {
    return state.declaration() instanceof SessionDeclaration.Under under
        && under.intent().terms().budget().costMicroUsd().isPresent();
  }

  /// The objection to a request under the intent in force; empty if it is permitted.
  ///
  /// @param mostMicroUsd the highest possible cost, in millionths of a US dollar
  /// @throws IOException if the spending cannot be determined
  public Optional<String> unaffordable(SessionState state, long mostMicroUsd) throws IOException {
    return limitsCost(state) && state.declaration() instanceof SessionDeclaration.Under under
        ? spending.unaffordable(under.intent(), mostMicroUsd)
        : Optional.empty();
  }

  /// Counts an answered request as spending on the intent in force.
  ///
  /// @param costMicroUsd its cost in millionths of a US dollar; empty if that is not known
  public void answered(SessionState state, OptionalLong costMicroUsd) {
    if (state.declaration() instanceof SessionDeclaration.Under under) {
      spending.requested(under.intent().id(), costMicroUsd);
    }
  }
}
