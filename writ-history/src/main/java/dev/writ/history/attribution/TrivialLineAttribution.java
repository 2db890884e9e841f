// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.history.attribution;

import dev.writ.records.alignment.LineForm;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// Settles lines that say nothing, blanks and brackets: an alignment may take them for one another,
/// so they get an author only where the lines around them, or what they close, bear it out.
final class TrivialLineAttribution {
  private static final String OPENING = "{([";
  private static final String CLOSING = "})]";
  private static final String QUOTES = "\"'`";

  private final List<LineForm> forms;
  private final int[] openers;
  private final int[] authors;

  private TrivialLineAttribution(List<LineForm> forms, List<String> text, int[] authors) {
    this.forms = forms;
    this.openers = openers(text);
    this.authors = authors;
  }

  /// Settles them in place.
  static void attribute(List<LineForm> forms, List<String> text, int[] authors) {
    TrivialLineAttribution attribution = new TrivialLineAttribution(forms, text, authors);
    int at = 0;
    while (at < authors.length) {
      int end = at;
      while (end < authors.length && forms.get(end).weight() == 0) {
        end++;
      }
      if (end > at) {
        attribution.run(at, end);
      }
      at = end + 1;
    }
  }

  /// Lines that say nothing between two that do: brackets first, as blanks follow them.
  private void run(int from, int to) {
    int above = from > 0 ? authors[from - 1] : KnownState.ABSENT;
    int below = to < authors.length ? authors[to] : KnownState.ABSENT;
    int agreed = above == below && above >= 0 ? above : KnownState.OPEN;
    boolean open = false;
    for (int p = from; p < to; p++) {
      int opener = openers[p] < 0 ? KnownState.ABSENT : authors[openers[p]];
      open |= authors[p] == KnownState.OPEN;
      if (authors[p] == KnownState.OPEN) {
        authors[p] = opener >= 0 && opener == above ? above : agreed;
      } else if (authors[p] >= 0 && !forms.get(p).blank()) {
        boolean borneOut =
            authors[p] == opener
                || (authors[p] == above && (opener == KnownState.ABSENT || below == above));
        open |= !borneOut;
        authors[p] = borneOut ? authors[p] : KnownState.OPEN;
      }
    }
    for (int p = from; p < to; p++) {
      boolean near = authors[p] == above || authors[p] == below;
      if (authors[p] >= 0 && forms.get(p).blank() && authors[p] != agreed && (open || !near)) {
        authors[p] = KnownState.OPEN;
      }
    }
  }

  /// For each line that begins with a closing bracket the line that has its opening one, else -1.
  private static int[] openers(List<String> text) {
    int[] openers = new int[text.size()];
    Arrays.fill(openers, -1);
    Deque<Integer> open = new ArrayDeque<>();
    for (int p = 0; p < openers.length; p++) {
      String line = text.get(p);
      boolean begun = false;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (QUOTES.indexOf(c) >= 0) {
          i = Math.max(i, line.indexOf(c, i + 1)); // a text, where it ends on the same line
        } else if (OPENING.indexOf(c) >= 0) {
          open.push(p);
        } else if (CLOSING.indexOf(c) >= 0 && !open.isEmpty()) {
          int opener = open.pop();
          openers[p] = begun ? openers[p] : opener;
        }
        begun |= c > ' ';
      }
    }
    return openers;
  }
}
