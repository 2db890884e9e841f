// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.List;

/// The best place to insert or delete rows, so that those below need not be sent again.
final class RowShift {
  /// The cost of the moves, the insertion and the way back.
  private static final int COST = 16;

  private RowShift() {}

  /// The row at which the number of rows changes.
  ///
  /// @param height of the screen; rows that it doesn't have can't be moved
  static int best(List<StyledLine> shown, List<StyledLine> next, int height) {
    int more = next.size() - shown.size();
    int common = Math.min(shown.size(), next.size());
    if (more == 0) {
      return common;
    }
    List<StyledLine> longer = more > 0 ? next : shown;
    List<StyledLine> shorter = more > 0 ? shown : next;
    int shift = Math.abs(more);
    // From the end: all rows stay where they are, and the rest is made or erased behind them.
    int best = common;
    int cost = 0;
    int least = -COST;
    for (int i = common - 1; i >= 0 && longer.size() - i <= height; i--) {
      boolean made = more > 0;
      cost += difference(shorter.get(i), longer.get(i + shift));
      cost -= difference(shorter.get(i), longer.get(i));
      cost += made ? length(longer.get(i)) - length(longer.get(i + shift)) : 0;
      if (cost < least) {
        least = cost;
        best = i;
      }
    }
    return best;
  }

  private static int length(StyledLine line) {
    int length = 0;
    for (StyledSpan span : line.spans()) {
      length += span.text().length();
    }
    return length;
  }

  /// About how much has to be sent for one line to become the other.
  private static int difference(StyledLine one, StyledLine other) {
    if (one.equals(other)) {
      return 0;
    }
    String text = one.text();
    String wanted = other.text();
    int most = Math.min(text.length(), wanted.length());
    int same = 0;
    while (same < most && text.charAt(same) == wanted.charAt(same)) {
      same++;
    }
    return Math.max(text.length(), wanted.length()) - same;
  }
}
