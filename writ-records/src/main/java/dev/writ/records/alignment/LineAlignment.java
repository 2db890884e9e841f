// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.alignment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Maps lines of a new text to lines of an old one, in order: equal heads and tails first, then
/// between lines that are unique on both sides (patience), then the heaviest common subsequence.
public final class LineAlignment {
  /// No line.
  public static final int NONE = -1;

  /// The largest gap, lines times lines, that is searched exhaustively.
  private static final int MOST_CELLS = 2_000_000;

  private final long[] old;
  private final long[] now;
  private final int[] match;
  private final Deque<int[]> open = new ArrayDeque<>();

  private LineAlignment(long[] old, long[] now) {
    this.old = old;
    this.now = now;
    this.match = new int[now.length];
    Arrays.fill(match, NONE);
  }

  /// Aligns by equal keys.
  ///
  /// @return for each new line the old one, 0-based and increasing, or [#NONE]
  public static int[] of(long[] old, long[] now) {
    LineAlignment alignment = new LineAlignment(old, now);
    alignment.open.push(new int[] {0, old.length, 0, now.length});
    while (!alignment.open.isEmpty()) {
      int[] region = alignment.open.pop();
      alignment.region(region[0], region[1], region[2], region[3]);
    }
    return alignment.match;
  }

  private void region(int fromOld, int toOld, int fromNow, int toNow) {
    int a = fromOld;
    int aEnd = toOld;
    int b = fromNow;
    int bEnd = toNow;
    while (a < aEnd && b < bEnd && old[a] == now[b]) {
      match[b++] = a++;
    }
    while (a < aEnd && b < bEnd && old[aEnd - 1] == now[bEnd - 1]) {
      match[--bEnd] = --aEnd;
    }
    if (a == aEnd || b == bEnd) {
      return;
    }
    List<int[]> anchors = anchors(a, aEnd, b, bEnd);
    if (anchors.isEmpty()) {
      if ((long) (aEnd - a) * (bEnd - b) <= MOST_CELLS) {
        heaviest(a, aEnd, b, bEnd);
      } else {
        greedily(a, aEnd, b, bEnd);
      }
      return;
    }
    int previousOld = a;
    int previousNow = b;
    for (int[] anchor : anchors) {
      match[anchor[1]] = anchor[0];
      open.push(new int[] {previousOld, anchor[0], previousNow, anchor[1]});
      previousOld = anchor[0] + 1;
      previousNow = anchor[1] + 1;
    }
    open.push(new int[] {previousOld, aEnd, previousNow, bEnd});
  }

  /// Lines that are unique on both sides, as many as keep their order.
  private List<int[]> anchors(int a, int aEnd, int b, int bEnd) {
    Map<Long, int[]> places = new HashMap<>();
    for (int i = a; i < aEnd; i++) {
      int[] place = places.computeIfAbsent(old[i], _ -> new int[] {0, 0, 0});
      place[0]++;
      place[2] = i;
    }
    for (int i = b; i < bEnd; i++) {
      int[] place = places.get(now[i]);
      if (place != null) {
        place[1]++;
      }
    }
    List<int[]> unique = new ArrayList<>();
    for (int i = b; i < bEnd; i++) {
      int[] place = places.get(now[i]);
      if (place != null && place[0] == 1 && place[1] == 1) {
        unique.add(new int[] {place[2], i});
      }
    }
    return increasing(unique);
  }

  /// The longest part of pairs, sorted by their second, whose firsts increase.
  private static List<int[]> increasing(List<int[]> pairs) {
    int[] tails = new int[pairs.size()];
    int[] before = new int[pairs.size()];
    int length = 0;
    for (int i = 0; i < pairs.size(); i++) {
      int low = 0;
      int high = length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (pairs.get(tails[middle])[0] < pairs.get(i)[0]) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      before[i] = low == 0 ? NONE : tails[low - 1];
      tails[low] = i;
      length = Math.max(length, low + 1);
    }
    List<int[]> chosen = new ArrayList<>();
    for (int i = length == 0 ? NONE : tails[length - 1]; i != NONE; i = before[i]) {
      chosen.add(pairs.get(i));
    }
    return chosen.reversed();
  }

  /// A common subsequence that is long and holds together.
  private void heaviest(int a, int aEnd, int b, int bEnd) {
    int width = bEnd - b + 1;
    int[] best = new int[(aEnd - a + 1) * width];
    for (int i = aEnd - 1; i >= a; i--) {
      for (int j = bEnd - 1; j >= b; j--) {
        int cell = (i - a) * width + (j - b);
        int most = Math.max(best[cell + 1], best[cell + width]);
        if (old[i] == now[j]) {
          most = Math.max(most, best[cell + width + 1] + gain(i, j));
        }
        best[cell] = most;
      }
    }
    int i = a;
    int j = b;
    while (i < aEnd && j < bEnd) {
      int cell = (i - a) * width + (j - b);
      if (old[i] == now[j] && best[cell] == best[cell + width + 1] + gain(i, j)) {
        match[j++] = i++;
      } else if (best[cell] == best[cell + 1]) {
        j++;
      } else {
        i++;
      }
    }
  }

  private int gain(int i, int j) {
    boolean behind = i + 1 < old.length && j + 1 < now.length && old[i + 1] == now[j + 1];
    boolean ahead = i > 0 && j > 0 && old[i - 1] == now[j - 1];
    return 4 + (behind ? 1 : 0) + (ahead ? 1 : 0);
  }

  private void greedily(int a, int aEnd, int b, int bEnd) {
    Map<Long, List<Integer>> places = new HashMap<>();
    for (int i = a; i < aEnd; i++) {
      places.computeIfAbsent(old[i], _ -> new ArrayList<>()).add(i);
    }
    int next = a;
    for (int j = b; j < bEnd; j++) {
      List<Integer> found = places.get(now[j]);
      if (found == null) {
        continue;
      }
      int from = next;
      int at = java.util.Collections.binarySearch(found, from);
      int place = at >= 0 ? at : -at - 1;
      if (place < found.size()) {
        match[j] = found.get(place);
        next = match[j] + 1;
      }
    }
  }
}
