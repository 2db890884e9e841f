// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.attribution;

import dev.writ.kernel.alignment.LineForm;
import java.util.List;
import java.util.Optional;

/// What several states say of a text that goes on from one of them, or from all of them where
/// branches were merged. Where one names a model and another says the line was there, it stays
/// open.
final class Heads {
  private final List<LineForm> forms;
  private final List<String> text;
  private final Records records;
  private final int[] authors;
  private Optional<String> nearest = Optional.empty();
  private int most;

  Heads(List<LineForm> forms, List<String> text, Records records) {
    this.forms = forms;
    this.text = text;
    this.records = records;
    this.authors = State.filled(forms.size(), State.ABSENT);
  }

  /// Asks one more, an older one than before.
  void ask(String hash, State state) {
    Explaining explaining = new Explaining(state, forms, text);
    int[] said = explaining.authors();
    for (int p = 0; p < said.length; p++) {
      authors[p] = settled(authors[p], said[p]);
    }
    int near = 2 * explaining.explained() - state.size();
    if (explaining.explained() > 0 && (nearest.isEmpty() || near > most)) {
      most = near;
      nearest = Optional.of(hash);
    }
  }

  private int settled(int newer, int older) {
    if (newer == State.ABSENT || older == State.ABSENT) {
      return newer == State.ABSENT ? older : newer;
    }
    if (newer == State.OPEN && older != State.OPEN) {
      return older;
    }
    if (older == State.OPEN || newer == older) {
      return newer;
    }
    return records.machine(newer) == records.machine(older) ? newer : State.OPEN;
  }

  /// Per line an author or a constant of [State].
  int[] authors() {
    return authors;
  }

  /// The state that it is nearest to.
  Optional<String> nearest() {
    return nearest;
  }
}
