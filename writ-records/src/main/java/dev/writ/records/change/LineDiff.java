// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.change;

import dev.writ.base.value.LineSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Compares two texts by lines: the shortest edit script by Myers' greedy algorithm (An O(ND)
/// Difference Algorithm, 1986), bounded; beyond the bound a single block covers everything between
/// the common head and tail.
public record LineDiff(List<Hunk> hunks) {
  /// The most differences that are searched for line by line.
  public static final int MAX_DIFFERENCES = 1000;

  public LineDiff {
    hunks = List.copyOf(hunks);
  }

  /// Old lines `[oldFrom, oldTo)` became new lines `[newFrom, newTo)`, all 0-based.
  public record Hunk(int oldFrom, int oldTo, int newFrom, int newTo) {}

  /// The differences between two lists of lines.
  public static LineDiff of(List<String> before, List<String> after) {
    int head = 0;
    int most = Math.min(before.size(), after.size());
    while (head < most && before.get(head).equals(after.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < most - head
        && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
      tail++;
    }
    int oldTo = before.size() - tail;
    int newTo = after.size() - tail;
    if (head == oldTo && head == newTo) {
      return new LineDiff(List.of());
    }
    if (head == oldTo || head == newTo) {
      return new LineDiff(List.of(new Hunk(head, oldTo, head, newTo)));
    }
    return new LineDiff(middle(before.subList(head, oldTo), after.subList(head, newTo), head));
  }

  private static List<Hunk> middle(List<String> before, List<String> after, int offset) {
    List<int[]> trace = forward(before, after);
    if (trace.isEmpty()) {
      return List.of(new Hunk(offset, offset + before.size(), offset, offset + after.size()));
    }
    boolean[] oldKept = new boolean[before.size()];
    boolean[] newKept = new boolean[after.size()];
    backward(trace, before.size(), after.size(), oldKept, newKept);
    List<Hunk> hunks = new ArrayList<>();
    int x = 0;
    int y = 0;
    while (x < before.size() || y < after.size()) {
      if (x < before.size() && y < after.size() && oldKept[x] && newKept[y]) {
        x++;
        y++;
        continue;
      }
      int fromX = x;
      int fromY = y;
      while (x < before.size() && !oldKept[x]) {
        x++;
      }
      while (y < after.size() && !newKept[y]) {
        y++;
      }
      hunks.add(new Hunk(offset + fromX, offset + x, offset + fromY, offset + y));
    }
    return hunks;
  }

  /// The furthest points for each number of differences, or nothing where the bound was passed.
  private static List<int[]> forward(List<String> before, List<String> after) {
    int n = before.size();
    int m = after.size();
    int bound = Math.min(n + m, MAX_DIFFERENCES);
    int[] furthest = new int[2 * bound + 3];
    int zero = bound + 1;
    List<int[]> trace = new ArrayList<>();
    for (int d = 0; d <= bound; d++) {
      trace.add(Arrays.copyOfRange(furthest, zero - d - 1, zero + d + 2));
      for (int k = -d; k <= d; k += 2) {
        boolean down = k == -d || (k != d && furthest[zero + k - 1] < furthest[zero + k + 1]);
        int x = down ? furthest[zero + k + 1] : furthest[zero + k - 1] + 1;
        while (x < n && x - k < m && before.get(x).equals(after.get(x - k))) {
          x++;
        }
        furthest[zero + k] = x;
        if (x >= n && x - k >= m) {
          return trace;
        }
      }
    }
    return List.of();
  }

  private static void backward(
      List<int[]> trace, int n, int m, boolean[] oldKept, boolean[] newKept) {
    int x = n;
    int y = m;
    for (int d = trace.size() - 1; d >= 0; d--) {
      int[] furthest = trace.get(d);
      int zero = d + 1;
      int k = x - y;
      boolean down = k == -d || (k != d && furthest[zero + k - 1] < furthest[zero + k + 1]);
      int previous = down ? k + 1 : k - 1;
      int fromX = d == 0 ? 0 : furthest[zero + previous];
      int fromY = d == 0 ? 0 : fromX - previous;
      while (x > fromX && y > fromY) {
        oldKept[--x] = true;
        newKept[--y] = true;
      }
      x = fromX;
      y = fromY;
    }
  }

  /// The spans of old lines that a change touches; an insertion touches the line before it.
  public List<LineSpan> oldSpans() {
    return hunks.stream()
        .filter(h -> h.oldTo() > 0)
        .map(h -> new LineSpan(Math.min(h.oldFrom() + 1, h.oldTo()), h.oldTo()))
        .toList();
  }

  /// The spans of new lines that a change wrote; a pure removal wrote none.
  public List<LineSpan> newSpans() {
    return hunks.stream()
        .filter(h -> h.newTo() > h.newFrom())
        .map(h -> new LineSpan(h.newFrom() + 1, h.newTo()))
        .toList();
  }

  /// A unified diff of the two texts this was made of.
  ///
  /// @param context lines of context around each hunk
  /// @param maxLines after this many lines the rest is left out, and said so
  public String unified(List<String> before, List<String> after, int context, int maxLines) {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < hunks.size(); ) {
      int end = i + 1;
      while (end < hunks.size()
          && hunks.get(end).oldFrom() - hunks.get(end - 1).oldTo() <= 2 * context) {
        end++;
      }
      group(hunks.subList(i, end), before, after, context, out);
      i = end;
    }
    if (out.size() > maxLines) {
      int left = out.size() - maxLines;
      return String.join("\n", out.subList(0, maxLines)) + "\n[" + left + " more lines]";
    }
    return String.join("\n", out);
  }

  /// Hunks that are so close that their context would overlap stand under one header.
  private static void group(
      List<Hunk> group, List<String> before, List<String> after, int context, List<String> out) {
    Hunk first = group.getFirst();
    Hunk last = group.getLast();
    int from = Math.max(0, first.oldFrom() - context);
    int to = Math.min(before.size(), last.oldTo() + context);
    int newFrom = from + first.newFrom() - first.oldFrom();
    int newTo = to + last.newTo() - last.oldTo();
    out.add("@@ -" + span(from, to) + " +" + span(newFrom, newTo) + " @@");
    int at = from;
    for (Hunk hunk : group) {
      before.subList(at, hunk.oldFrom()).forEach(line -> out.add(" " + line));
      before.subList(hunk.oldFrom(), hunk.oldTo()).forEach(line -> out.add("-" + line));
      after.subList(hunk.newFrom(), hunk.newTo()).forEach(line -> out.add("+" + line));
      at = hunk.oldTo();
    }
    before.subList(at, to).forEach(line -> out.add(" " + line));
  }

  private static String span(int from, int to) {
    return (to > from ? from + 1 : from) + "," + (to - from);
  }
}
