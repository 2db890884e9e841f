// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.records.alignment.LineForm;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Combines the answers of several states about a text that continues from one of them, or from all
/// of them after a merge. If one names a model and another an older line, the answer is ambiguous.
final class TipMerge {
  /// How many records that were taken back are looked behind.
  private static final int MOST_BACK = 8;

  private final List<LineForm> forms;
  private final List<String> text;
  private final RecordCache records;
  private final int[] authors;
  private final BitSet disputed = new BitSet();
  private Optional<String> nearest = Optional.empty();
  private int most;

  TipMerge(List<LineForm> forms, List<String> text, RecordCache records) {
    this.forms = forms;
    this.text = text;
    this.records = records;
    this.authors = KnownState.filled(forms.size(), KnownState.ABSENT);
  }

  /// Asks one more, an older one than before, and those before it as far as they are nearer: what
  /// a record did may have been taken back.
  void ask(String hash, Map<String, String> before, Map<String, KnownState> states) {
    String at = hash;
    int near = ask(at, states.getOrDefault(at, KnownState.blank(0)));
    for (int back = 0; back < MOST_BACK; back++) {
      String parent = before.get(at);
      KnownState state = parent == null ? null : states.get(parent);
      if (parent == null || state == null) {
        return;
      }
      ParentAlignment alignment = new ParentAlignment(state, forms, text);
      int nearer = nearness(alignment, state);
      if (nearer <= near) {
        return;
      }
      near = take(alignment, state, parent);
      at = parent;
    }
  }

  private static int nearness(ParentAlignment alignment, KnownState state) {
    return 2 * alignment.explained() - state.size();
  }

  private int ask(String hash, KnownState state) {
    return take(new ParentAlignment(state, forms, text), state, hash);
  }

  private int take(ParentAlignment alignment, KnownState state, String hash) {
    int[] said = alignment.authors();
    for (int p = 0; p < said.length; p++) {
      authors[p] = disputed.get(p) ? KnownState.OPEN : author(p, authors[p], said[p]);
    }
    int near = nearness(alignment, state);
    if (alignment.explained() > 0 && (nearest.isEmpty() || near > most)) {
      most = near;
      nearest = Optional.of(hash);
    }
    return near;
  }

  private int author(int line, int newer, int older) {
    if (newer == KnownState.ABSENT || older == KnownState.ABSENT) {
      return newer == KnownState.ABSENT ? older : newer;
    }
    if (newer == KnownState.OPEN && older != KnownState.OPEN) {
      return older;
    }
    if (older == KnownState.OPEN || newer == older) {
      return newer;
    }
    boolean disputes = records.machine(newer) != records.machine(older);
    disputed.set(line, disputes);
    return disputes ? KnownState.OPEN : newer;
  }

  /// Per line an author or a constant of [KnownState].
  int[] authors() {
    return authors;
  }

  /// How near that state is: more where it has more of the text, and less else.
  int near() {
    return most;
  }

  /// The state that it is nearest to.
  Optional<String> nearest() {
    return nearest;
  }
}
