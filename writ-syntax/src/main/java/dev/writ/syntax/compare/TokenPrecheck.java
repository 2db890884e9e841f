// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.records.change.LexicalSyntax;
import dev.writ.records.change.LexicalSyntax.SourceTokenKind;
import dev.writ.records.change.LexicalSyntax.TokenSequence;

/// Compares tokens alone, which mostly shows that something is new. Renaming and moving keep the
/// literals, the signs and the number of words; formatting may divide texts and change grouping or
/// separating signs. So most changes need no tree.
public final class TokenPrecheck {
  /// Signs that formatters add and remove.
  private static final String IDLE = ",;(){}|+'\"\\";

  /// How often each byte is in signs and literals, before less after.
  private final int[] others = new int[256];

  private int words;
  private boolean sequence = true;
  private boolean comeOrGone;

  /// Looks at one file; both are empty where it was not there, or is gone.
  public void at(LexicalSyntax lexis, byte[] before, byte[] after) {
    comeOrGone |= before.length == 0 || after.length == 0;
    TokenSequence old = lexis.tokens(before);
    TokenSequence now = lexis.tokens(after);
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
    count(old, head, old.count() - tail, 1);
    count(now, head, now.count() - tail, -1);
  }

  private void count(TokenSequence tokens, int from, int to, int step) {
    for (int i = from; i < to; i++) {
      String text = tokens.text(i);
      if (tokens.kind(i) == SourceTokenKind.WORD) {
        words += step;
      } else {
        boolean number = !text.isEmpty() && text.charAt(0) >= '0' && text.charAt(0) <= '9';
        for (int k = 0; k < text.length(); k++) {
          char sign = text.charAt(k);
          others[number && sign >= 'A' && sign <= 'Z' ? sign + 'a' - 'A' : sign] += step;
        }
      }
    }
  }

  /// Whether every file has the tokens that it had, in their order.
  public boolean sameTokens() {
    return sequence;
  }

  /// Whether it is sure that something is new. A file that comes or goes has a head of its own, and
  /// what is written once for two names becomes two words and a colon.
  public boolean surelyNew() {
    if (comeOrGone) {
      return false;
    }
    for (int sign = 0; sign < others.length; sign++) {
      if (others[sign] != 0 && sign != ':' && IDLE.indexOf(sign) < 0) {
        return true;
      }
    }
    return others[':'] == 0 && words != 0;
  }
}
