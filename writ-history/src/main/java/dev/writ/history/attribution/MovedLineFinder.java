// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.alignment.LineReflow;
import dev.writ.records.alignment.MovedBlocks;
import dev.writ.records.ledger.Evidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Searches for the lines of one file among the lines that were removed elsewhere: in earlier
/// states of the file, and in other files. A line that still exists there was copied and is not
/// attributed here.
final class MovedLineFinder {
  /// How many other files are looked at for lines that were moved here.
  private static final int MOST_SOURCES = 24;

  /// How many files are asked whether they are what became of one that is gone.
  private static final int MOST_HEIRS = 100;

  private static final int MOST_HEIR_BYTES = 1 << 20;

  /// How far from a moved block lines are looked for that were moved with it and laid out anew.
  private static final int NEARBY = 20;

  /// The maximum distance of a bracket from an informative line, in lines.
  private static final int NEAR = 3;

  private final WorkspacePath path;
  private final FileLineage lineage;
  private final RecordCache records;
  private final Evidence evidence;

  MovedLineFinder(WorkspacePath path, FileLineage lineage, RecordCache records, Evidence evidence) {
    this.path = path;
    this.lineage = lineage;
    this.records = records;
    this.evidence = evidence;
  }

  /// Lines of the same file that were gone in between.
  ///
  /// @throws IOException where the repository can't be read
  void here(List<LineForm> forms, List<String> text, int[] authors, BitSet open)
      throws IOException {
    int[] found = authors.clone();
    BitSet left = (BitSet) open.clone();
    for (KnownState state : lineage.ends()) {
      BitSet free = all(state);
      free.andNot(new ParentAlignment(state, forms, text).stayed());
      take(state, free, forms, found, left);
    }
    for (int p = open.nextSetBit(0); p >= 0; p = open.nextSetBit(p + 1)) {
      boolean theirs =
          authors[p] == KnownState.NOBODY && found[p] >= 0 && !fresh(found[p], forms.get(p));
      if (!left.get(p) && !theirs) {
        authors[p] = found[p];
        open.clear(p);
      }
    }
  }

  private static void take(
      KnownState state, BitSet free, List<LineForm> forms, int[] authors, BitSet open) {
    BitSet mine = (BitSet) open.clone();
    for (MovedBlocks.MovedBlock block :
        MovedBlocks.moved(state.forms(), free, forms, mine, MovedBlocks.MovedBlock::strong)) {
      for (int k = 0; k < block.length(); k++) {
        int author = state.authors()[block.old() + k];
        if (author >= 0 || author == KnownState.OPEN) {
          authors[block.now() + k] = author;
          open.clear(block.now() + k);
        }
      }
      int oldEnd = block.old() + block.length();
      int nowEnd = block.now() + block.length();
      laidOut(
          state,
          free,
          forms,
          authors,
          open,
          new LineReflow.Group(
              oldEnd,
              Math.min(state.size(), oldEnd + NEARBY),
              nowEnd,
              Math.min(forms.size(), nowEnd + NEARBY)));
      laidOut(
          state,
          free,
          forms,
          authors,
          open,
          new LineReflow.Group(
              Math.max(0, block.old() - NEARBY),
              block.old(),
              Math.max(0, block.now() - NEARBY),
              block.now()));
    }
  }

  /// Lines next to a moved block that came with it but were split or joined.
  private static void laidOut(
      KnownState state,
      BitSet free,
      List<LineForm> forms,
      int[] authors,
      BitSet open,
      LineReflow.Group near) {
    for (LineReflow.Group group : LineReflow.groups(state.forms(), forms, near)) {
      boolean fits =
          !group.single()
              && free.nextClearBit(group.oldFrom()) >= group.oldTo()
              && open.nextClearBit(group.newFrom()) >= group.newTo();
      if (fits) {
        FileRevision.shareOut(state, group, forms, authors);
        free.clear(group.oldFrom(), group.oldTo());
        open.clear(group.newFrom(), group.newTo());
      }
    }
  }

  /// Lines that came from other files and are no longer there.
  ///
  /// @throws IOException where a file or the ledger can't be read
  void elsewhere(List<LineForm> forms, List<String> text, int[] authors, BitSet open)
      throws IOException {
    Map<String, Integer> hits = records.hits(telling(forms, open));
    hits.remove(path.toString());
    List<String> sources =
        hits.entrySet().stream()
            .sorted(
                Map.Entry.<String, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MOST_SOURCES)
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(ArrayList::new));
    List<Gone> gone = new ArrayList<>();
    List<FileLineage> left = new ArrayList<>();
    sources.addAll(renamable(hits.keySet()));
    for (String source : sources) {
      FileLineage origin = new FileLineage(source, records, evidence, Map.of());
      if (file(source).isEmpty()) {
        gone.add(new Gone(origin, origin.explain(forms, text)));
      } else {
        left.add(origin);
      }
    }
    gone.sort(Comparator.comparingInt((Gone one) -> -one.merge().near()));
    for (Gone one : gone) {
      boolean renamed = one.here(forms, open);
      if (renamed) {
        settle(one.merge().authors(), 1, forms, authors, open);
      }
      for (KnownState state : one.lineage().ends()) {
        BitSet free = all(state);
        free.andNot(livesOn(state, one.lineage().path(), path));
        moved(state, free, forms, authors, open);
      }
      for (int p = open.nextSetBit(0); renamed && p >= 0; p = open.nextSetBit(p + 1)) {
        if (one.merge().authors()[p] == KnownState.OPEN) {
          authors[p] =
              KnownState.OPEN; // an older one that knows of one of two authors doesn't decide it
          open.clear(p);
        }
      }
    }
    for (FileLineage origin : left) {
      List<String> there =
          file(origin.path()).filter(c -> !c.binary()).map(FileContent::lines).orElse(List.of());
      List<LineForm> thereForms = LineForm.of(there);
      for (KnownState state : origin.ends()) {
        BitSet free = all(state);
        free.andNot(new ParentAlignment(state, thereForms, there).stayed());
        moved(state, free, forms, authors, open);
      }
    }
  }

  /// Files of the same kind that are gone, where this one has no record: it may be what became of
  /// one although no line is as it was.
  private List<String> renamable(Set<String> known) throws IOException {
    String kind = path.toString().substring(path.toString().lastIndexOf('.') + 1);
    List<String> all = new ArrayList<>();
    for (String name : records.index().paths()) {
      boolean other = name.endsWith("." + kind) && !known.contains(name);
      if (other && lineage.ends().isEmpty() && all.size() < MOST_HEIRS) {
        all.add(name);
      }
    }
    Collections.sort(all);
    List<String> gone = new ArrayList<>();
    for (String name : all) {
      if (gone.size() < MOST_SOURCES && file(name).isEmpty()) {
        gone.add(name);
      }
    }
    return gone;
  }

  /// A file that is no longer at its records' path.
  ///
  /// @param merge what it says of this one
  private record Gone(FileLineage lineage, TipMerge merge) {
    /// Whether most of what it says is here: it was renamed, perhaps edited and laid out anew.
    boolean here(List<LineForm> forms, BitSet open) {
      long said =
          merge.nearest().map(lineage::at).stream()
              .flatMap(state -> state.forms().stream())
              .filter(MovedLineFinder::tells)
              .count();
      long count =
          open.stream()
              .filter(p -> merge.authors()[p] != KnownState.ABSENT && tells(forms.get(p)))
              .count();
      return count >= 2 && count * 2 >= said;
    }
  }

  private static boolean tells(LineForm form) {
    return form.weight() >= 2;
  }

  private static BitSet all(KnownState state) {
    BitSet all = new BitSet();
    all.set(0, state.size());
    return all;
  }

  private static long[] telling(List<LineForm> forms, BitSet open) {
    long[] keys = new long[open.cardinality()];
    int count = 0;
    for (int p = open.nextSetBit(0); p >= 0; p = open.nextSetBit(p + 1)) {
      if (forms.get(p).weight() >= 2) {
        keys[count++] = forms.get(p).key();
      }
    }
    keys = Arrays.copyOf(keys, count);
    Arrays.sort(keys);
    return keys;
  }

  private Optional<FileContent> file(String name) throws IOException {
    try {
      return evidence.file(WorkspacePath.of(name));
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // the ledger is as untrusted as the repository it came with
    }
  }

  /// The lines of a file that is gone that are in another one that it was renamed to.
  private BitSet livesOn(KnownState state, String source, WorkspacePath here) throws IOException {
    BitSet stayed = new BitSet();
    int looked = 0;
    for (String name : records.index().paths()) {
      if (name.equals(source) || name.equals(here.toString()) || looked >= MOST_HEIRS) {
        continue;
      }
      List<LineForm> forms = formsOf(name);
      looked += forms.isEmpty() ? 0 : 1;
      BitSet there = new ParentAlignment(state, forms, List.of()).stayed();
      if (there.cardinality() * 2 >= state.size()) {
        stayed.or(there);
      }
    }
    return stayed;
  }

  private List<LineForm> formsOf(String name) throws IOException {
    List<LineForm> known = files.get(name);
    if (known == null) {
      known =
          file(name)
              .filter(c -> !c.binary() && c.size() <= MOST_HEIR_BYTES)
              .map(c -> LineForm.of(c.lines()))
              .orElse(List.of());
      files.put(name, known);
    }
    return known;
  }

  private final Map<String, List<LineForm>> files = new HashMap<>();

  private void moved(
      KnownState state, BitSet free, List<LineForm> forms, int[] authors, BitSet open)
      throws IOException {
    int[] found = authors.clone();
    take(state, free, forms, found, (BitSet) open.clone());
    settle(found, 2, forms, authors, open);
  }

  /// Takes over what is borne out.
  ///
  /// @param least what a line must weigh to stand for itself
  private void settle(int[] found, int least, List<LineForm> forms, int[] authors, BitSet open)
      throws IOException {
    BitSet borneOut = new BitSet();
    for (int p = open.nextSetBit(0); p >= 0; p = open.nextSetBit(p + 1)) {
      boolean tells = found[p] >= 0 && forms.get(p).weight() >= least;
      borneOut.set(p, tells && fresh(found[p], forms.get(p)));
    }
    for (int p = open.nextSetBit(0); p >= 0; p = open.nextSetBit(p + 1)) {
      boolean held =
          (found[p] >= 0 || found[p] == KnownState.OPEN)
              && forms.get(p).weight() < least
              && beside(p, borneOut);
      if (borneOut.get(p) || held) {
        authors[p] = found[p];
        open.clear(p);
      }
    }
  }

  /// Whether a line stands near one that is borne out: a bracket comes with its block.
  private static boolean beside(int line, BitSet borneOut) {
    int near = borneOut.nextSetBit(Math.max(0, line - NEAR));
    return near >= 0 && near <= line + NEAR;
  }

  /// Whether the line was not in this file when the record was made: a model also copies what
  /// people wrote before.
  private boolean fresh(int author, LineForm form) throws IOException {
    LineAuthor.RecordPlace made = records.author(author).place();
    if (form.weight() == 0) {
      return true;
    }
    if (lineage.heldBefore(made.line(), form.key())) {
      return false;
    }
    return made.revision().isEmpty() || !older(made.revision(), path).contains(form.key());
  }

  private final Map<String, Set<Long>> olds = new HashMap<>();

  private Set<Long> older(String commit, WorkspacePath path) throws IOException {
    Set<Long> known = olds.get(commit);
    if (known == null) {
      known = new HashSet<>();
      if (evidence.past(commit, path) instanceof Evidence.Past.Had(FileContent content)
          && !content.binary()) {
        for (String line : content.lines()) {
          known.add(LineForm.of(line).key());
        }
      }
      olds.put(commit, known);
    }
    return known;
  }
}
