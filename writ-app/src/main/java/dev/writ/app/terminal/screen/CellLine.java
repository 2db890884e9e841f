// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

import java.util.ArrayList;
import java.util.List;

/// A line of the screen cell by cell, so that only what changed of it need be sent.
final class CellLine {
  /// As many equal cells cost as much as a move over them.
  private static final int WORTH_A_MOVE = 6;

  /// Characters beyond Latin that each terminal shows in one cell, first and last by turns. A move
  /// over any other would end in another column where a terminal has its own idea of a width.
  private static final int[] CERTAIN = {
    0x2010, 0x2027, 0x2030, 0x203B, 0x2190, 0x2193, 0x2500, 0x257F, 0x2580, 0x259F, 0x25B8, 0x25B8,
    0x25CB, 0x25CB, 0x25CF, 0x25CF, 0x2713, 0x2713, 0x2717, 0x2717, 0x2722, 0x2722, 0x273B, 0x273D,
  };

  private final List<String> texts = new ArrayList<>();
  private final List<String> looks = new ArrayList<>();
  private int certain;
  private boolean sure = true;

  private CellLine() {}

  /// The cells of a line.
  static CellLine of(StyledLine line, ColorTheme theme) {
    CellLine cells = new CellLine();
    for (StyledSpan span : line.spans()) {
      String look = theme.look(span.role());
      boolean seen = TerminalPen.isSeenOnBlanks(look);
      String text = span.text();
      for (int i = 0; i < text.length(); ) {
        int end = CellWidth.clusterEnd(text, i);
        String cell = text.substring(i, end);
        cells.add(cell, seen || !cell.equals(" ") ? look : "");
        i = end;
      }
    }
    return cells;
  }

  private void add(String text, String look) {
    texts.add(text);
    looks.add(look);
    sure = sure && text.length() == 1 && isCertain(text.charAt(0));
    if (sure) {
      certain++;
    }
  }

  private static boolean isCertain(char c) {
    if (c < 0x300) {
      return true;
    }
    for (int i = 0; i < CERTAIN.length; i += 2) {
      if (c >= CERTAIN[i] && c <= CERTAIN[i + 1]) {
        return true;
      }
    }
    return false;
  }

  private int size() {
    return texts.size();
  }

  private boolean isSameAt(int index, CellLine other) {
    return index < other.size()
        && texts.get(index).equals(other.texts.get(index))
        && looks.get(index).equals(other.looks.get(index));
  }

  /// Sends what makes this line of another one.
  void write(CellLine before, int row, TerminalPen pen) {
    int known = Math.min(certain, before.certain);
    int first = 0;
    while (first < known && first < size() && isSameAt(first, before)) {
      first++;
    }
    if (first < size() || first < before.size()) {
      pen.moveTo(row, first);
      boolean skips = sure && before.sure;
      for (int i = first; i < size(); i++) {
        int end = skips ? sameUntil(i, before) : i;
        if (end - i >= WORTH_A_MOVE) {
          if (end == size()) {
            break;
          }
          pen.moveTo(row, end);
          i = end;
        }
        pen.write(texts.get(i), looks.get(i));
      }
      pen.settle();
      if (!sure) {
        pen.lose();
      }
      if (!skips || before.size() > size()) {
        pen.moveTo(row, sure ? size() : TerminalPen.HERE);
        pen.eraseLine();
      }
    }
  }

  /// The end of the run of equal cells that begins at an index.
  private int sameUntil(int from, CellLine before) {
    int end = from;
    while (end < size() && isSameAt(end, before)) {
      end++;
    }
    return end;
  }
}
