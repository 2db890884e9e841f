// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.alignment;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Finds lines that were split or joined: groups of old and of new lines with the same flow.
public final class LineReflow {
  /// How many lines one group may have on a side.
  private static final int MOST_LINES = 60;

  /// How far ahead the next group is looked for.
  private static final int WINDOW = 48;

  /// How many tokens must agree before a group stands for itself.
  private static final int LEAST_TOKENS = 3;

  private final List<LineForm> old;
  private final List<LineForm> now;

  private LineReflow(List<LineForm> old, List<LineForm> now) {
    this.old = old;
    this.now = now;
  }

  /// Old lines `[oldFrom, oldTo)` that became new lines `[newFrom, newTo)`, 0-based.
  public record Group(int oldFrom, int oldTo, int newFrom, int newTo) {
    boolean nothing() {
      return newTo == 0;
    }

    /// Whether it is one line that became one.
    public boolean single() {
      return oldTo - oldFrom == 1 && newTo - newFrom == 1;
    }
  }

  /// The segments between the matching lines.
  ///
  /// @param match for each new line its old one
  public static List<Group> gaps(int[] match, int olds) {
    List<Group> hunks = new ArrayList<>();
    int i = 0;
    int p = 0;
    while (i < olds || p < match.length) {
      int end = p;
      while (end < match.length && match[end] == LineAlignment.NONE) {
        end++;
      }
      int oldEnd = end < match.length ? match[end] : olds;
      if (oldEnd > i || end > p) {
        hunks.add(new Group(i, oldEnd, p, end));
      }
      i = oldEnd + 1;
      p = end + 1;
    }
    return hunks;
  }

  /// Marks lines that stayed between two hunks but hold to nothing, such as a bracket alone: they
  /// may as well have been written again.
  public static void islands(List<Group> hunks, List<LineForm> now, BitSet marked) {
    for (int h = 1; h < hunks.size(); h++) {
      int from = hunks.get(h - 1).newTo();
      int to = hunks.get(h).newFrom();
      int weight = 0;
      for (int p = from; p < to && weight < ISLAND_WEIGHT; p++) {
        weight += now.get(p).weight();
      }
      if (weight < ISLAND_WEIGHT) {
        marked.set(from, to);
      }
    }
  }

  /// The total weight at which lines keep their place.
  private static final int ISLAND_WEIGHT = 3;

  /// The groups in one gap.
  public static List<Group> groups(List<LineForm> old, List<LineForm> now, Group gap) {
    return new LineReflow(old, now).in(gap);
  }

  private List<Group> in(Group gap) {
    List<Group> groups = new ArrayList<>();
    int i = gap.oldFrom();
    int p = gap.newFrom();
    boolean synchronous = true;
    while (i < gap.oldTo() && p < gap.newTo()) {
      Group next = at(i, p, gap, synchronous ? 1 : LEAST_TOKENS);
      for (int ahead = 1; next.nothing() && ahead <= WINDOW; ahead++) {
        for (int aside = 0; next.nothing() && aside <= ahead; aside++) {
          next = at(i + ahead, p + aside, gap, LEAST_TOKENS);
          if (next.nothing()) {
            next = at(i + aside, p + ahead, gap, LEAST_TOKENS);
          }
        }
      }
      if (next.nothing()) {
        i++;
        p++;
        synchronous = false;
      } else {
        groups.add(next);
        i = next.oldTo();
        p = next.newTo();
        synchronous = true;
      }
    }
    return groups;
  }

  private static final Group NOTHING = new Group(0, 0, 0, 0);

  /// The smallest group that begins with these two lines.
  private Group at(int i, int p, Group gap, int least) {
    if (i >= gap.oldTo() || p >= gap.newTo()) {
      return NOTHING;
    }
    LineForm a = old.get(i);
    LineForm b = now.get(p);
    int aTokens = a.tokens();
    int bTokens = b.tokens();
    if (aTokens == 0 || bTokens == 0 || !countable(a) || !countable(b)) {
      return NOTHING;
    }
    long aFlow = a.flow();
    long bFlow = b.flow();
    int aEnd = i + 1;
    int bEnd = p + 1;
    while (aTokens != bTokens) {
      boolean first = aTokens < bTokens;
      int end = first ? aEnd : bEnd;
      if (end >= (first ? gap.oldTo() : gap.newTo()) || end - (first ? i : p) >= MOST_LINES) {
        return NOTHING;
      }
      LineForm more = (first ? old : now).get(end);
      if (!countable(more)) {
        return NOTHING;
      }
      if (first) {
        aFlow = LineForm.joined(aFlow, more.flow(), more.tokens());
        aTokens += more.tokens();
        aEnd++;
      } else {
        bFlow = LineForm.joined(bFlow, more.flow(), more.tokens());
        bTokens += more.tokens();
        bEnd++;
      }
    }
    return aFlow == bFlow && aTokens >= least
        ? new Group(i, closed(old, aEnd, gap.oldTo()), p, closed(now, bEnd, gap.newTo()))
        : NOTHING;
  }

  /// The end of lines that only close earlier brackets.
  private static int closed(List<LineForm> lines, int from, int to) {
    int end = from;
    while (end < to && lines.get(end).tokens() == 0 && !lines.get(end).blank()) {
      end++;
    }
    return end;
  }

  private static boolean countable(LineForm form) {
    return form.tokens() < LineForm.MAX_TOKENS;
  }
}
