// Implements: docs/spec/04-conversation.md §4.1 (Limits)
package dev.writ.engine.context;

import java.util.OptionalLong;

/// The limits on the tokens of a request.
///
/// @param window tokens of input and output together
/// @param reserve the part of the window reserved for the answer
/// @param budget the most tokens of a request
/// @param safe the number of tokens above which the view is made smaller
/// @param known whether the window is the model's own, and not an assumption
public record ContextBudget(long window, long reserve, long budget, long safe, boolean known) {
  /// The assumed window of an unknown model.
  public static final long UNKNOWN_WINDOW = 32_000;

  /// The share of the window that is kept for the answer at most.
  private static final int RESERVE_SHARE = 5;

  /// The budget of a model.
  ///
  /// @param window the model's; empty if it is unknown
  /// @param longestAnswer of the model; empty if it is unknown
  static ContextBudget of(OptionalLong window, OptionalLong longestAnswer, ContextRules rules) {
    long whole = window.orElse(UNKNOWN_WINDOW);
    long reserve = Math.min(longestAnswer.orElse(whole), whole / RESERVE_SHARE);
    long budget = Math.min(whole - reserve, rules.maxTokens().orElse(Long.MAX_VALUE));
    long base = Math.min(whole, rules.maxTokens().orElse(whole));
    long safe = Math.min(budget, (long) (base * rules.thresholds().prune()));
    return new ContextBudget(whole, reserve, budget, safe, window.isPresent());
  }

  /// The same where requests of so many tokens are too long.
  ContextBudget limitedTo(long tokens) {
    return new ContextBudget(window, reserve, tokens, Math.min(safe, tokens * 4 / 5), known);
  }
}
