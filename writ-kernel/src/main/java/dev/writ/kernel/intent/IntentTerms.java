// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.records.ledger.RelatedSource;
import java.util.List;

/// The conditions of an intent besides its scope.
///
/// @param constraints the constraints on the work
/// @param acceptanceCriteria the criteria that show that it is done
/// @param related its sources
/// @param budget the limits on its spending
/// @param checks commands of the command language that must pass before it is closed
public record IntentTerms(
    List<String> constraints,
    List<String> acceptanceCriteria,
    List<RelatedSource> related,
    IntentBudget budget,
    List<String> checks) {
  /// Nothing is asked.
  public static final IntentTerms NONE =
      new IntentTerms(List.of(), List.of(), List.of(), IntentBudget.NONE, List.of());

  public IntentTerms {
    constraints = List.copyOf(constraints);
    acceptanceCriteria = List.copyOf(acceptanceCriteria);
    related = List.copyOf(related);
    checks = List.copyOf(checks);
  }
}
