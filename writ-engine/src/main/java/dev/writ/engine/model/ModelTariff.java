// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.engine.model;

import java.util.OptionalLong;

/// Data about a model: the price of its requests, and the size of its window.
public interface ModelTariff {
  /// Nothing is known.
  ModelTariff UNKNOWN =
      new ModelTariff() {
        @Override
        public OptionalLong microUsd(TokenUsage usage) {
          return OptionalLong.empty();
        }

        @Override
        public CostBound most(long inputTokens) {
          return new CostBound(OptionalLong.empty(), OptionalLong.empty());
        }

        @Override
        public OptionalLong window() {
          return OptionalLong.empty();
        }
      };

  /// The cost of a request with that usage, in millionths of a US dollar; empty if a price is not
  /// known.
  OptionalLong microUsd(TokenUsage usage);

  /// The most that a request with so much input can cost.
  CostBound most(long inputTokens);

  /// How many tokens of input and output fit together; empty if that is not known.
  OptionalLong window();

  /// Whether it is known that the model does not have that ability.
  default boolean lacks(ModelAbility ability) {
    return false;
  }

  /// Does the slow part of the look-up in advance. Called while the model answers.
  default void prepare() {}

  /// An upper bound of a request's cost.
  ///
  /// @param outputTokens the longest answer; empty if that is not known
  /// @param microUsd in millionths of a US dollar; empty if that or a price is not known
  record CostBound(OptionalLong outputTokens, OptionalLong microUsd) {}
}
