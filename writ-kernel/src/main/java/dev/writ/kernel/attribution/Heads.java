// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.attribution;

import dev.writ.kernel.alignment.LineForm;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What several states say of a text that goes on from one of them, or from all of them where
/// branches were merged. Where one names a model and another says the line was there, it stays
/// open.
final class Heads {
  /// How many records that were taken back are looked behind.
  private static final int MOST_BACK = 8;

  private final List<LineForm> forms;
  private final List<String> text;
  private final Records records;
  private final int[] authors;
  private final BitSet disputed = new BitSet();
  private Optional<String> nearest = Optional.empty();
  private int most;

  Heads(List<LineForm> forms, List<String> text, Records records) {
    this.forms = forms;
    this.text = text;
    this.records = records;
    this.authors = State.filled(forms.size(), State.ABSENT);
  }

  /// Asks one more, an older one than before, and those before it as far as they are nearer: what
  /// a record did may have been taken back.
  void ask(String hash, Map<String, String> before, Map<String, State> states) {
    String at = hash;
    int near = ask(at, states.getOrDefault(at, State.blank(0)));
    for (int back = 0; back < MOST_BACK; back++) {
      String parent = before.get(at);
      State state = parent == null ? null : states.get(parent);
      if (parent == null || state == null) {
        return;
      }
      Explaining explaining = new Explaining(state, forms, text);
      int nearer = nearness(explaining, state);
      if (nearer <= near) {
        return;
      }
      near = take(explaining, state, parent);
      at = parent;
    }
  }

  private static int nearness(Explaining explaining, State state) {
    return 2 * explaining.explained() - state.size();
  }

  private int ask(String hash, State state) {
    return take(new Explaining(state, forms, text), state, hash);
  }

  private int take(Explaining explaining, State state, String hash) {
    int[] said = explaining.authors();
    for (int p = 0; p < said.length; p++) {
      authors[p] = disputed.get(p) ? State.OPEN : settled(p, authors[p], said[p]);
    }
    int near = nearness(explaining, state);
    if (explaining.explained() > 0 && (nearest.isEmpty() || near > most)) {
      most = near;
      nearest = Optional.of(hash);
    }
    return near;
  }

  private int settled(int line, int newer, int older) {
    if (newer == State.ABSENT || older == State.ABSENT) {
      return newer == State.ABSENT ? older : newer;
    }
    if (newer == State.OPEN && older != State.OPEN) {
      return older;
    }
    if (older == State.OPEN || newer == older) {
      return newer;
    }
    boolean disputes = records.machine(newer) != records.machine(older);
    disputed.set(line, disputes);
    return disputes ? State.OPEN : newer;
  }

  /// Per line an author or a constant of [State].
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
