// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.alignment;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds blocks that were moved: runs of consecutive lines that are the same in two texts, whatever
/// stands between.
public final class MovedBlocks {
  /// A line that occurs more often begins no block.
  private static final int MOST_PLACES = 16;

  private final List<LineForm> old;
  private final List<LineForm> now;
  private final BitSet freeOld;
  private final BitSet freeNow;

  private MovedBlocks(List<LineForm> old, BitSet freeOld, List<LineForm> now, BitSet freeNow) {
    this.old = old;
    this.now = now;
    this.freeOld = freeOld;
    this.freeNow = freeNow;
  }

  /// Lines that hold together.
  ///
  /// @param old the first old line, 0-based
  /// @param now the first new line
  /// @param telling the number of its lines that are informative and occur once
  /// @param tokens how many all together have
  public record MovedBlock(int old, int now, int length, int telling, int tokens) {
    /// Whether it can hardly be chance.
    public boolean strong() {
      return (telling >= 2 && tokens >= 8) || (telling >= 1 && tokens >= 16 && length >= 3);
    }
  }

  /// Blocks among the lines that are free on both sides, the heaviest first; none overlaps another.
  ///
  /// @param freeOld old lines that may be used; used ones are cleared
  /// @param freeNow new lines that may be used; used ones are cleared
  public static List<MovedBlock> moved(
      List<LineForm> old, BitSet freeOld, List<LineForm> now, BitSet freeNow, Wanted wanted) {
    return new MovedBlocks(old, freeOld, now, freeNow).find(wanted);
  }

  /// Selects the blocks that apply.
  @FunctionalInterface
  public interface Wanted {
    /// Whether this one does.
    boolean is(MovedBlock block);
  }

  private List<MovedBlock> find(Wanted wanted) {
    Map<Long, List<Integer>> places = places(old, freeOld);
    Map<Long, List<Integer>> here = places(now, freeNow);
    List<MovedBlock> candidates = new ArrayList<>();
    Map<Long, Integer> reached = new HashMap<>();
    for (int p = freeNow.nextSetBit(0); p >= 0; p = freeNow.nextSetBit(p + 1)) {
      List<Integer> found = places.getOrDefault(now.get(p).key(), List.of());
      if (now.get(p).weight() == 0 || found.size() > MOST_PLACES) {
        continue;
      }
      for (int i : found) {
        long diagonal = (long) i - p;
        if (reached.getOrDefault(diagonal, -1) > p) {
          continue;
        }
        MovedBlock block = grown(i, p, places, here);
        reached.put(diagonal, block.now() + block.length());
        if (wanted.is(block)) {
          candidates.add(block);
        }
      }
    }
    candidates.sort((one, other) -> Integer.compare(other.tokens(), one.tokens()));
    List<MovedBlock> chosen = new ArrayList<>();
    for (MovedBlock block : candidates) {
      if (free(block)) {
        freeOld.clear(block.old(), block.old() + block.length());
        freeNow.clear(block.now(), block.now() + block.length());
        chosen.add(block);
      }
    }
    return chosen;
  }

  private boolean free(MovedBlock block) {
    return freeOld.nextClearBit(block.old()) >= block.old() + block.length()
        && freeNow.nextClearBit(block.now()) >= block.now() + block.length();
  }

  private static Map<Long, List<Integer>> places(List<LineForm> lines, BitSet free) {
    Map<Long, List<Integer>> places = new HashMap<>();
    for (int i = free.nextSetBit(0); i >= 0 && i < lines.size(); i = free.nextSetBit(i + 1)) {
      places.computeIfAbsent(lines.get(i).key(), _ -> new ArrayList<>()).add(i);
    }
    return places;
  }

  private MovedBlock grown(
      int i, int p, Map<Long, List<Integer>> places, Map<Long, List<Integer>> here) {
    int first = 0;
    while (same(i - first - 1, p - first - 1)) {
      first++;
    }
    int last = 1;
    while (same(i + last, p + last)) {
      last++;
    }
    int telling = 0;
    int tokens = 0;
    for (int k = p - first; k < p + last; k++) {
      LineForm form = now.get(k);
      boolean unique =
          places.getOrDefault(form.key(), List.of()).size() == 1
              && here.getOrDefault(form.key(), List.of()).size() == 1;
      telling += form.weight() >= 2 && unique ? 1 : 0;
      tokens += form.weight() > 0 ? form.tokens() : 0;
    }
    return new MovedBlock(i - first, p - first, first + last, telling, tokens);
  }

  private boolean same(int i, int p) {
    return i >= 0
        && p >= 0
        && i < old.size()
        && p < now.size()
        && freeOld.get(i)
        && freeNow.get(p)
        && old.get(i).key() == now.get(p).key();
  }
}
