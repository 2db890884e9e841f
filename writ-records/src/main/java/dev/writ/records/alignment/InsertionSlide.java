// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.alignment;

import java.util.BitSet;
import java.util.List;

/// Places an insertion that could also lie some lines higher or lower because the lines at its ends
/// are equal: where brackets balance, the indentation is smallest and a blank line precedes it.
/// Lines that these rules do not decide are reported as open.
public final class InsertionSlide {
  private static final int UNBALANCED = 1_000;
  private static final int MOST_SHIFTS = 200;

  private final long[] now;
  private final int[] match;
  private final int olds;
  private final List<String> text;
  private final BitSet open = new BitSet();

  private InsertionSlide(long[] now, int[] match, int olds, List<String> text) {
    this.now = now;
    this.match = match;
    this.olds = olds;
    this.text = text;
  }

  /// Moves insertions to where they belong.
  ///
  /// @param match is changed
  /// @param olds how many old lines there are
  /// @param text of the new lines; without it nothing is moved
  /// @return the lines that remain open: old or new
  public static BitSet slide(long[] now, int[] match, int olds, List<String> text) {
    InsertionSlide slide = new InsertionSlide(now, match, olds, text);
    int at = 0;
    while (at < now.length) {
      if (match[at] != LineAlignment.NONE) {
        at++;
        continue;
      }
      int end = at;
      while (end < now.length && match[end] == LineAlignment.NONE) {
        end++;
      }
      at = slide.insertion(at, end);
    }
    return slide.open;
  }

  private int insertion(int start, int end) {
    int before = start == 0 ? -1 : match[start - 1];
    int behind = end == now.length ? olds : match[end];
    if (behind != before + 1) {
      return end; // it replaces something, so it lies where it lies
    }
    int down = 0;
    while (down < MOST_SHIFTS
        && end + down < now.length
        && match[end + down] == behind + down
        && now[start + down] == now[end + down]) {
      down++;
    }
    int up = 0;
    while (up < MOST_SHIFTS
        && start - 1 - up >= 0
        && match[start - 1 - up] == before - up
        && now[start - 1 - up] == now[end - 1 - up]) {
      up++;
    }
    if (down == 0 && up == 0) {
      return end;
    }
    if (text.isEmpty()) {
      open.set(start - up, start + down);
      open.set(end - up, end + down);
      return end + down;
    }
    int shift = best(start, end, up, down);
    move(start, end, shift);
    return Math.max(end, end + shift);
  }

  private int best(int start, int end, int up, int down) {
    int least = Integer.MAX_VALUE;
    int first = 0;
    int last = 0;
    for (int shift = -up; shift <= down; shift++) {
      int cost = cost(start + shift, end + shift);
      first = cost < least ? shift : first;
      last = cost <= least ? shift : last;
      least = Math.min(least, cost);
    }
    open.set(start + first, start + last);
    open.set(end + first, end + last);
    return last;
  }

  private int cost(int start, int end) {
    int depth = 0;
    int lowest = 0;
    int indent = Integer.MAX_VALUE;
    for (int i = start; i < end; i++) {
      String line = text.get(i);
      for (int c = 0; c < line.length(); c++) {
        char letter = line.charAt(c);
        if (letter == '{' || letter == '(' || letter == '[') {
          depth++;
        } else if (letter == '}' || letter == ')' || letter == ']') {
          depth--;
          lowest = Math.min(lowest, depth);
        }
      }
      if (indent == Integer.MAX_VALUE && !line.isBlank()) {
        indent = line.length() - line.stripLeading().length();
      }
    }
    boolean balanced = depth == 0 && lowest == 0;
    boolean begins = start == 0 || text.get(start).isBlank() || text.get(start - 1).isBlank();
    return (balanced ? 0 : UNBALANCED) + 2 * Math.min(indent, UNBALANCED / 4) + (begins ? 0 : 1);
  }

  private void move(int start, int end, int shift) {
    for (int i = 0; i < shift; i++) {
      match[start + i] = match[end + i];
      match[end + i] = LineAlignment.NONE;
    }
    for (int i = 1; i <= -shift; i++) {
      match[end - i] = match[start - i];
      match[start - i] = LineAlignment.NONE;
    }
  }
}
