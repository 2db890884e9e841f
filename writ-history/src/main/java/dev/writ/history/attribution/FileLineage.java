// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.base.value.FileContent;
import dev.writ.records.alignment.LineForm;
import dev.writ.records.ledger.Evidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All states of one file that the ledger knows, played through in the ledger's order: states are
/// bound together by the hashes of their contents, so branches and merges need no clock.
final class FileLineage {
  /// How many states without a successor are looked at; older ones are forgotten.
  private static final int MOST_ENDS = 64;

  private final String path;
  private final RecordCache records;
  private final Evidence evidence;
  private final Map<Long, String> texts;
  private final Map<String, KnownState> states = new HashMap<>();

  /// The line of the ledger, from 0, that led to a state.
  private final Map<String, Integer> seen = new HashMap<>();

  /// The state that a record started from, by the state that it ended in.
  private final Map<String, String> befores = new HashMap<>();

  /// States that no record starts from, by hash, the newest last; true if a person's later state
  /// continues from it, or the file was removed.
  private final LinkedHashMap<String, Boolean> ends = new LinkedHashMap<>();

  /// @param texts of the lines that still exist, by their keys
  /// @throws IOException where the ledger can't be read
  FileLineage(String path, RecordCache records, Evidence evidence, Map<Long, String> texts)
      throws IOException {
    this.path = path;
    this.records = records;
    this.evidence = evidence;
    this.texts = texts;
    for (int line : records.index().of(path)) {
      for (FileRevision revision : records.steps(line, path)) {
        play(revision, line);
      }
    }
  }

  String path() {
    return path;
  }

  /// Whether the file had a line already at a record before that line of the ledger.
  ///
  /// @param until a line of the ledger, from 1
  boolean heldBefore(int until, long key) {
    for (Map.Entry<String, Integer> entry : seen.entrySet()) {
      if (entry.getValue() + 1 < until && holds(state(entry.getKey()), key)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(KnownState state, long key) {
    for (LineForm form : state.forms()) {
      if (form.key() == key) {
        return true;
      }
    }
    return false;
  }

  private void play(FileRevision revision, int line) throws IOException {
    boolean here = revision.path().equals(path);
    if (!here) {
      revision.before().ifPresent(hash -> left(hash, true)); // it was moved away
      return;
    }
    Optional<KnownState> before = before(revision);
    String from = revision.before().orElse("");
    if (revision.after().isEmpty()) {
      left(from, true);
      return;
    }
    String to = revision.after().get();
    KnownState known = states.get(to);
    boolean claims = revision.isRecorded();
    KnownState after;
    if (known != null && (revision.undoing() || !claims)) {
      after = known; // a state that was there before came back
    } else if (!claims) {
      return; // states from Git or an unknown source: found when they occur
    } else {
      after = revision.after(before);
      if (known != null) {
        after.keepNobodys(known);
      }
    }
    states.put(to, after);
    seen.put(to, line);
    if (states.containsKey(from)) {
      seen.putIfAbsent(from, line);
    }
    if (!from.isEmpty()) {
      ends.remove(from);
      befores.put(to, from);
    }
    ends.remove(to);
    ends.put(to, false);
    if (ends.size() > MOST_ENDS) {
      ends.remove(ends.firstEntry().getKey());
    }
  }

  private void left(String hash, boolean over) {
    if (states.containsKey(hash)) {
      ends.remove(hash);
      ends.put(hash, over);
    }
  }

  private Optional<KnownState> before(FileRevision revision) throws IOException {
    if (revision.before().isEmpty()) {
      return Optional.of(KnownState.blank(0));
    }
    String hash = revision.before().get();
    KnownState known = states.get(hash);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<String> other = revision.from().filter(from -> !from.equals(path));
    if (other.isPresent()) {
      FileLineage source = new FileLineage(other.get(), records, evidence, texts);
      KnownState there = source.states.get(hash);
      if (there != null) {
        states.put(hash, there);
        return Optional.of(there);
      }
    }
    Optional<List<LineForm>> forms = revision.oldForms();
    if (forms.isEmpty()) {
      forms = evidence.kept(hash).filter(c -> !c.binary()).map(c -> LineForm.of(c.lines()));
    }
    if (forms.isEmpty()) {
      return Optional.empty();
    }
    KnownState explained = explained(forms.get());
    states.put(hash, explained);
    return Optional.of(explained);
  }

  /// A state that no record leads to: a person's work on one that is known.
  private KnownState explained(List<LineForm> forms) {
    List<String> text = new ArrayList<>(forms.size());
    for (LineForm form : forms) {
      text.add(texts.getOrDefault(form.key(), ""));
    }
    TipMerge merge = new TipMerge(forms, text, records);
    for (String hash : heads()) {
      merge.ask(hash, befores, states);
    }
    merge.nearest().ifPresent(hash -> left(hash, true));
    int[] authors = merge.authors();
    for (int i = 0; i < authors.length; i++) {
      if (authors[i] == KnownState.ABSENT) {
        authors[i] = KnownState.NOBODY;
      }
    }
    return new KnownState(forms, authors);
  }

  private KnownState state(String hash) {
    return states.getOrDefault(hash, KnownState.blank(0));
  }

  /// States that a text may continue from, the newest first.
  List<String> heads() {
    return ends.entrySet().stream()
        .filter(e -> !e.getValue())
        .map(Map.Entry::getKey)
        .toList()
        .reversed();
  }

  /// The states at the ends, heads or not, the newest first.
  List<KnownState> ends() {
    List<KnownState> all = new ArrayList<>();
    for (String hash : ends.keySet()) {
      all.add(state(hash));
    }
    Collections.reverse(all);
    return all;
  }

  /// A state by its hash.
  KnownState at(String hash) {
    return state(hash);
  }

  /// The state with exactly that content.
  Optional<KnownState> exactly(FileContent content) {
    return Optional.ofNullable(states.get(content.hash()));
  }

  /// Asks all heads.
  TipMerge explain(List<LineForm> forms, List<String> text) {
    TipMerge merge = new TipMerge(forms, text, records);
    for (String hash : heads()) {
      merge.ask(hash, befores, states);
    }
    return merge;
  }
}
