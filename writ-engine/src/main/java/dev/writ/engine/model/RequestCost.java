// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.engine.model;

import java.util.OptionalLong;

/// The total cost of requests.
///
/// @param microUsd of those whose cost is known, in millionths of a US dollar
/// @param unpriced how many there are besides
public record RequestCost(long microUsd, int unpriced) {
  /// No requests.
  public static final RequestCost NONE = new RequestCost(0, 0);

  /// With one more request; empty where its cost is not known. Too great a sum stays the greatest
  /// number.
  public RequestCost plus(OptionalLong more) {
    return more.isPresent()
        ? new RequestCost(
            microUsd + Math.min(more.getAsLong(), Long.MAX_VALUE - microUsd), unpriced)
        : new RequestCost(microUsd, unpriced + 1);
  }

  /// The cost of all of them; empty if that of one is not known.
  public OptionalLong known() {
    return unpriced == 0 ? OptionalLong.of(microUsd) : OptionalLong.empty();
  }
}
