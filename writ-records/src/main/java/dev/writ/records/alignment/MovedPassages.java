// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.alignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Finds old lines in a new text whose lines begin and end elsewhere: the tokens of an old line
/// stand together, in the old order, whatever was changed beside them.
public final class MovedPassages {
  /// How many tokens a passage must have that is found for itself; a shorter one is found beside
  /// one that was.
  private static final int LEAST_TOKENS = 4;

  /// More places than that, and nothing is looked for.
  private static final int MOST_PLACES = 2_000;

  private static final int MOST_TOKENS = 100_000;

  private final List<LineForm> old;
  private final long[] tokens;
  private final int[] sources;

  /// The start and end of the line that a token is on.
  private final int[] begins;

  private final int[] ends;

  private MovedPassages(List<LineForm> old, long[] tokens, int[] begins, int[] ends) {
    this.old = old;
    this.tokens = tokens;
    this.begins = begins;
    this.ends = ends;
    this.sources = new int[tokens.length];
    Arrays.fill(sources, LineAlignment.NONE);
  }

  private record Place(int line, int from, int to) {}

  /// Looks for old lines that are free.
  ///
  /// @return for each new line, for each of its tokens, the old line it is of, or
  ///     [LineAlignment#NONE]
  public static int[][] of(List<LineForm> old, BitSet free, List<String> text) {
    int[][] found = new int[text.size()][];
    List<long[]> lines = new ArrayList<>(found.length);
    int size = 0;
    for (String line : text) {
      lines.add(free.isEmpty() ? new long[0] : LineForm.tokens(line));
      size += lines.getLast().length;
    }
    long[] tokens = new long[size];
    int[] begins = new int[size];
    int[] ends = new int[size];
    int at = 0;
    for (long[] line : lines) {
      System.arraycopy(line, 0, tokens, at, line.length);
      Arrays.fill(begins, at, at + line.length, at);
      Arrays.fill(ends, at, at + line.length, at + line.length);
      at += line.length;
    }
    MovedPassages passages = new MovedPassages(old, tokens, begins, ends);
    if (size <= MOST_TOKENS) {
      passages.find(free);
    }
    at = 0;
    for (int p = 0; p < found.length; p++) {
      int end = at + lines.get(p).length;
      found[p] = Arrays.copyOfRange(passages.sources, at, end);
      at = end;
    }
    return found;
  }

  private void find(BitSet free) {
    List<Place> places = new ArrayList<>();
    for (var entry : byTokens(free).entrySet()) {
      roll(entry.getKey(), entry.getValue(), places);
      if (places.size() > MOST_PLACES) {
        return;
      }
    }
    for (Place place : heaviest(places)) {
      Arrays.fill(sources, place.from(), place.to(), place.line());
    }
    for (int at = 0; at < sources.length; at++) {
      beside(at, free);
    }
    for (int at = sources.length - 1; at >= 0; at--) {
      beside(at, free);
    }
  }

  /// The lines to look for by how many tokens they have, then by their flows.
  private Map<Integer, Map<Long, List<Integer>>> byTokens(BitSet free) {
    Map<Integer, Map<Long, List<Integer>>> all = new TreeMap<>();
    for (int i = free.nextSetBit(0); i >= 0; i = free.nextSetBit(i + 1)) {
      LineForm form = old.get(i);
      if (form.tokens() >= LEAST_TOKENS
          && form.tokens() < LineForm.MAX_TOKENS
          && form.weight() >= 2) {
        all.computeIfAbsent(form.tokens(), _ -> new HashMap<>())
            .computeIfAbsent(form.flow(), _ -> new ArrayList<>())
            .add(i);
      }
    }
    return all;
  }

  private void roll(int length, Map<Long, List<Integer>> wanted, List<Place> places) {
    long power = LineForm.power(length);
    long flow = 0;
    for (int end = 0; end < tokens.length; end++) {
      int from = end - length;
      flow = from < 0 ? flow : LineForm.without(flow, tokens[from], power);
      flow = LineForm.next(flow, tokens[end]);
      List<Integer> lines = from + 1 < 0 ? List.of() : wanted.getOrDefault(flow, List.of());
      for (int line : lines) {
        if (begins[from + 1] != from + 1 || ends[from + 1] != end + 1) { // a line as it was is none
          places.add(new Place(line, from + 1, end + 1));
        }
      }
    }
  }

  /// Places that keep the order of the lines and have the most tokens.
  private static List<Place> heaviest(List<Place> places) {
    places.sort(Comparator.comparingInt(Place::from).thenComparingInt(Place::line));
    int[] best = new int[places.size()];
    int[] before = new int[places.size()];
    int last = LineAlignment.NONE;
    for (int i = 0; i < best.length; i++) {
      Place place = places.get(i);
      before[i] = LineAlignment.NONE;
      for (int k = 0; k < i; k++) {
        Place other = places.get(k);
        boolean follows = other.to() <= place.from() && other.line() < place.line();
        if (follows && best[k] > best[i]) {
          best[i] = best[k];
          before[i] = k;
        }
      }
      best[i] += place.to() - place.from();
      last = last == LineAlignment.NONE || best[i] > best[last] ? i : last;
    }
    List<Place> chosen = new ArrayList<>();
    for (int i = last; i != LineAlignment.NONE; i = before[i]) {
      chosen.add(places.get(i));
    }
    return chosen;
  }

  /// Takes the line before, or behind, one that was found where it stands at its side.
  private void beside(int at, BitSet free) {
    if (sources[at] == LineAlignment.NONE) {
      return;
    }
    if (at + 1 < tokens.length && sources[at + 1] == LineAlignment.NONE) {
      take(sources[at] + 1, at + 1, free);
    }
    if (at > 0 && sources[at - 1] == LineAlignment.NONE && sources[at] > 0) {
      int line = sources[at] - 1;
      take(line, at - old.get(line).tokens(), free);
    }
  }

  private void take(int line, int from, BitSet free) {
    if (!free.get(line) || from < 0 || from + old.get(line).tokens() > tokens.length) {
      return;
    }
    long flow = 0;
    int to = from + old.get(line).tokens();
    for (int k = from; k < to; k++) {
      if (sources[k] != LineAlignment.NONE) {
        return;
      }
      flow = LineForm.next(flow, tokens[k]);
    }
    if (flow == old.get(line).flow()) {
      Arrays.fill(sources, from, to, line);
    }
  }
}
