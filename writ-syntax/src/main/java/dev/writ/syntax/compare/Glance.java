// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.kernel.ledger.Lexis;
import dev.writ.kernel.ledger.Lexis.Kind;
import dev.writ.kernel.ledger.Lexis.Tokens;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What tokens alone tell: mostly that something is new. Renaming and moving leave all literals and
/// signs there are, and as many words, each as often as before. So most changes need no tree.
public final class Glance {
  private final Map<String, Integer> others = new HashMap<>();
  private final Map<String, Integer> oldWords = new HashMap<>();
  private final Map<String, Integer> newWords = new HashMap<>();
  private boolean sequence = true;

  /// Looks at one file; both are empty where it was not there, or is gone.
  public void at(Lexis lexis, byte[] before, byte[] after) {
    Tokens old = lexis.tokens(before);
    Tokens now = lexis.tokens(after);
    int most = Math.min(old.count(), now.count());
    int head = 0;
    while (head < most && old.equal(head, now, head)) {
      head++;
    }
    int tail = 0;
    while (tail < most - head && old.equal(old.count() - 1 - tail, now, now.count() - 1 - tail)) {
      tail++;
    }
    sequence &= head == old.count() && head == now.count();
    count(old, head, old.count() - tail, oldWords, 1);
    count(now, head, now.count() - tail, newWords, -1);
  }

  private void count(Tokens tokens, int from, int to, Map<String, Integer> words, int step) {
    for (int i = from; i < to; i++) {
      String text = tokens.text(i);
      if (tokens.kind(i) == Kind.WORD) {
        words.merge(text, 1, Integer::sum);
      } else if (!text.equals(",") && !text.equals(";")) {
        others.merge(text, step, Integer::sum);
      }
    }
  }

  /// Whether every file has the tokens that it had, in their order.
  public boolean sameTokens() {
    return sequence;
  }

  /// Whether it is sure that something is new.
  public boolean surelyNew() {
    for (int count : others.values()) {
      if (count != 0) {
        return true;
      }
    }
    return !sorted(oldWords.values()).equals(sorted(newWords.values()));
  }

  private static List<Integer> sorted(Collection<Integer> counts) {
    List<Integer> list = new ArrayList<>(counts);
    Collections.sort(list);
    return list;
  }
}
