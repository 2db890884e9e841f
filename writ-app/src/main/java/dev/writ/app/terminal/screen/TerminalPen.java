// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.screen;

/// The output to the terminal: moves within the region, and text with its style, each in its
/// shortest form. It tracks the cursor and the current style, so that nothing is sent twice. A
/// style continues over blanks and line ends, where it is invisible.
final class TerminalPen {
  /// The column where the cursor is, whichever that is.
  static final int HERE = -1;

  private static final String CONTROL = "\u001b[";

  private final StringBuilder out = new StringBuilder();
  private int row;
  private int column;
  private String look = "";

  /// @param row of the region where the cursor is
  TerminalPen(int row, int column) {
    this.row = row;
    this.column = column;
  }

  boolean isUnused() {
    return out.isEmpty();
  }

  int row() {
    return row;
  }

  String sent() {
    return out.toString();
  }

  /// Goes to a cell of a row that exists.
  void moveTo(int toRow, int toColumn) {
    if (toRow == row + 1) {
      out.append('\n'); // stays in its column
    } else if (toRow != row) {
      control(Math.abs(toRow - row), toRow < row ? 'A' : 'B');
    }
    row = toRow;
    if (toColumn != HERE && toColumn != column) {
      column = toColumn;
      if (toColumn == 0) {
        out.append('\r');
      } else {
        out.append(CONTROL).append(toColumn + 1).append('G');
      }
    }
  }

  /// Makes rows below the last one; the cursor has to be there.
  void grow(int rows) {
    for (int i = 0; i < rows; i++) {
      out.append(column == 0 ? "\n" : "\r\n");
      column = 0;
    }
    row += rows;
  }

  /// Pushes the row of the cursor and what is below down.
  void insertRows(int rows) {
    moveTo(row, 0); // some terminals go there by themselves
    control(rows, 'L');
  }

  /// Takes rows away, that of the cursor and below.
  void deleteRows(int rows) {
    moveTo(row, 0);
    control(rows, 'M');
  }

  private void control(int count, char what) {
    out.append(CONTROL);
    if (count > 1) {
      out.append(count);
    }
    out.append(what);
  }

  /// Text that takes one cell; [#lose] follows where that is not certain.
  void write(String text, String itsLook) {
    append(text, itsLook);
    column++;
  }

  /// A line that stands at the begin of its row.
  void write(StyledLine line, ColorTheme theme) {
    for (StyledSpan span : line.spans()) {
      append(span.text(), theme.look(span.role()));
    }
    settle();
    lose();
  }

  private void append(String text, String itsLook) {
    boolean unseen = text.isBlank() && !isSeenOnBlanks(itsLook);
    if (unseen) {
      settle();
    } else {
      look(itsLook);
    }
    out.append(text);
  }

  /// Only the terminal knows the column.
  void lose() {
    column = HERE;
  }

  private void look(String other) {
    if (!look.equals(other)) {
      out.append(CONTROL);
      if (!other.isEmpty()) {
        boolean replaces = look.isEmpty() || (isColour(look) && isColour(other));
        out.append(replaces ? "" : "0;").append(other);
      }
      out.append('m');
      look = other;
    }
  }

  /// Whether a look is a colour of the text and nothing else.
  private static boolean isColour(String look) {
    return look.startsWith("3") && (look.length() == 2 || look.startsWith("38;5;"));
  }

  /// Whether a look is seen on blanks, too.
  static boolean isSeenOnBlanks(String look) {
    for (String parameter : look.split(";", -1)) {
      if (parameter.equals("4") || parameter.equals("7") || parameter.equals("9")) {
        return true;
      }
    }
    return false;
  }

  /// Blanks behind have no look.
  void settle() {
    if (isSeenOnBlanks(look)) {
      look("");
    }
  }

  /// The following text has no style.
  void plain() {
    look("");
  }

  /// Erases from the cursor to the end of the row.
  void eraseLine() {
    out.append(CONTROL).append('K');
  }

  /// Erases from the cursor to the end of the screen.
  void eraseBelow() {
    out.append(CONTROL).append('J');
  }
}
