// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.records.alignment.InsertionSlide;
import dev.writ.records.alignment.LineAlignment;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.alignment.LineReflow;
import dev.writ.records.alignment.MovedBlocks;
import dev.writ.records.alignment.MovedPassages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Explains the lines of a text by an earlier state: lines that remained, were reformatted, or
/// moved within the file. Possible coincidences remain unexplained.
final class ParentAlignment {
  /// The minimum weight of isolated lines.
  private static final int LEAST_WEIGHT = 3;

  /// How many lines must have been laid out anew before one whose marks changed counts as such.
  private static final int LEAST_FORMATTED = 3;

  /// How many lines may have been replaced next to lines that are pinned by it.
  private static final int MOST_REPLACED = 2;

  /// How many tokens lines must have that were moved within the file, and one that was alone.
  private static final int LEAST_TOKENS = 8;

  private static final int LEAST_TOKENS_ALONE = 12;

  private final KnownState old;
  private final List<LineForm> now;
  private final int[] authors;
  private final int[] match;
  private final BitSet stayed = new BitSet();

  /// @param text the lines' text as far as it is known, empty ones where not
  ParentAlignment(KnownState old, List<LineForm> now, List<String> text) {
    this.old = old;
    this.now = now;
    this.authors = KnownState.filled(now.size(), KnownState.ABSENT);
    long[] oldKeys = LineForm.keys(old.forms());
    long[] keys = LineForm.keys(now);
    this.match = LineAlignment.of(oldKeys, keys);
    BitSet open = InsertionSlide.slide(keys, match, oldKeys.length, text);
    openByRemoval(oldKeys, open);
    dropChance(oldKeys, keys);
    for (int p = 0; p < match.length; p++) {
      if (match[p] != LineAlignment.NONE) {
        int author = old.authors()[match[p]];
        authors[p] = open.get(p) && author >= 0 ? KnownState.OPEN : author;
        stayed.set(match[p]);
      }
    }
    laidOut();
    passages(text);
    moved();
  }

  /// For each line an author, or [KnownState#NOBODY], [KnownState#OPEN] or [KnownState#ABSENT].
  int[] authors() {
    return authors;
  }

  /// The old lines that are still there.
  BitSet stayed() {
    return stayed;
  }

  /// How many lines it explains.
  int explained() {
    int count = 0;
    for (int author : authors) {
      count += author != KnownState.ABSENT ? 1 : 0;
    }
    return count;
  }

  /// If some of several equal lines by different authors were removed, the authors of the remaining
  /// ones are ambiguous.
  private void openByRemoval(long[] oldKeys, BitSet open) {
    int[] inverse = KnownState.filled(oldKeys.length, LineAlignment.NONE);
    for (int p = 0; p < match.length; p++) {
      if (match[p] != LineAlignment.NONE) {
        inverse[match[p]] = p;
      }
    }
    int at = 0;
    while (at < oldKeys.length) {
      int end = at;
      while (end < oldKeys.length && inverse[end] == LineAlignment.NONE) {
        end++;
      }
      if (end == at) {
        at++;
        continue;
      }
      for (int k = 0; end + k < oldKeys.length && oldKeys[at + k] == oldKeys[end + k]; k++) {
        if (inverse[end + k] == LineAlignment.NONE) {
          break;
        }
        if (old.authors()[at + k] != old.authors()[end + k]) {
          open.set(inverse[end + k]);
        }
      }
      for (int k = 1; at - k >= 0 && oldKeys[at - k] == oldKeys[end - k]; k++) {
        if (inverse[at - k] == LineAlignment.NONE) {
          break;
        }
        if (old.authors()[at - k] != old.authors()[end - k]) {
          open.set(inverse[at - k]);
        }
      }
      at = end;
    }
  }

  /// Lines that match but hold to nothing, such as a bracket alone, match by chance.
  private void dropChance(long[] oldKeys, long[] keys) {
    Map<Long, Integer> counts = new HashMap<>();
    for (long key : oldKeys) {
      counts.merge(key, 1, Integer::sum);
    }
    for (long key : keys) {
      counts.merge(key, 1, Integer::sum);
    }
    int at = 0;
    while (at < match.length) {
      if (match[at] == LineAlignment.NONE) {
        at++;
        continue;
      }
      int end = at + 1;
      while (end < match.length && match[end] == match[end - 1] + 1) {
        end++;
      }
      int weight = 0;
      for (int p = at; p < end; p++) {
        int own = now.get(p).weight();
        weight += own >= 2 && counts.getOrDefault(keys[p], 0) > 2 ? 1 : own;
      }
      boolean begins = at == 0 && match[at] == 0;
      boolean ends = end == match.length && match[end - 1] == oldKeys.length - 1;
      boolean bound = ((begins || ends) && weight > 0) || pinned(at, end, oldKeys.length);
      if (weight < LEAST_WEIGHT && !bound) {
        Arrays.fill(match, at, end, LineAlignment.NONE);
      }
      at = end;
    }
  }

  /// Whether lines have their place because just as many before or behind them were replaced.
  private boolean pinned(int from, int to, int olds) {
    int before = from;
    while (before > 0 && match[before - 1] == LineAlignment.NONE) {
      before--;
    }
    int behind = to;
    while (behind < match.length && match[behind] == LineAlignment.NONE) {
      behind++;
    }
    int oldBefore = before == 0 ? 0 : match[before - 1] + 1;
    int oldBehind = behind == match.length ? olds : match[behind];
    return replaced(from - before, match[from] - oldBefore)
        || replaced(behind - to, oldBehind - match[to - 1] - 1);
  }

  private static boolean replaced(int news, int olds) {
    return news == olds && news <= MOST_REPLACED;
  }

  private void laidOut() {
    List<LineReflow.Group> all = new ArrayList<>();
    int formatted = 0;
    int changed = 0;
    for (LineReflow.Group gap : LineReflow.gaps(match, old.size())) {
      for (LineReflow.Group group : LineReflow.groups(old.forms(), now, gap)) {
        all.add(group);
        formatted += group.newTo() - group.newFrom();
      }
      for (int p = gap.newFrom(); p < gap.newTo(); p++) {
        changed += now.get(p).weight() > 0 ? 1 : 0;
      }
    }
    boolean formatter = all.size() >= LEAST_FORMATTED && formatted * 2 >= changed;
    for (LineReflow.Group group : all) {
      if (formatter || !group.single()) {
        FileRevision.shareOut(old, group, now, authors);
        stayed.set(group.oldFrom(), group.oldTo());
      }
    }
  }

  /// Lines all of whose tokens come from old lines that still stand there as a whole, though not on
  /// lines of their own: prose that was edited and wrapped anew, calls that were.
  private void passages(List<String> text) {
    if (text.isEmpty()) {
      return;
    }
    for (LineReflow.Group gap : LineReflow.gaps(match, old.size())) {
      BitSet free = new BitSet();
      free.set(gap.oldFrom(), gap.oldTo());
      free.andNot(stayed);
      List<String> open = new ArrayList<>();
      for (int p = gap.newFrom(); p < gap.newTo(); p++) {
        open.add(authors[p] == KnownState.ABSENT ? text.get(p) : "");
      }
      int[][] sources = MovedPassages.of(old.forms(), free, open);
      BitSet changed = new BitSet(); // old lines a part of which is beside new text
      for (int[] line : sources) {
        if (Arrays.stream(line).anyMatch(source -> source == LineAlignment.NONE)) {
          Arrays.stream(line).filter(source -> source != LineAlignment.NONE).forEach(changed::set);
        }
      }
      for (int p = 0; p < sources.length; p++) {
        shareOut(sources[p], changed, gap.newFrom() + p);
      }
    }
  }

  private void shareOut(int[] sources, BitSet changed, int line) {
    int author = KnownState.ABSENT;
    int theirs = 0;
    for (int source : sources) {
      if (source == LineAlignment.NONE) {
        return;
      }
      int own = old.authors()[source];
      author = author == KnownState.ABSENT || author == own ? own : KnownState.OPEN;
      theirs += changed.get(source) ? 1 : 0;
      stayed.set(source);
    }
    if (author != KnownState.ABSENT && theirs < sources.length) {
      authors[line] = theirs > 0 && author >= 0 ? KnownState.OPEN : author;
    }
  }

  /// Whether lines say enough to be the same ones elsewhere in the file; one alone must say more.
  private static boolean together(MovedBlocks.MovedBlock block) {
    int least = block.length() > 1 ? LEAST_TOKENS : LEAST_TOKENS_ALONE;
    return block.strong() || (block.telling() > 0 && block.tokens() >= least);
  }

  private void moved() {
    BitSet freeNow = new BitSet();
    for (int p = 0; p < authors.length; p++) {
      freeNow.set(p, authors[p] == KnownState.ABSENT);
    }
    BitSet freeOld = new BitSet();
    freeOld.set(0, old.size());
    freeOld.andNot(stayed);
    if (freeOld.isEmpty() || freeNow.isEmpty()) {
      return;
    }
    for (MovedBlocks.MovedBlock block :
        MovedBlocks.moved(old.forms(), freeOld, now, freeNow, ParentAlignment::together)) {
      for (int k = 0; k < block.length(); k++) {
        authors[block.now() + k] = old.authors()[block.old() + k];
      }
      stayed.set(block.old(), block.old() + block.length());
    }
  }
}
