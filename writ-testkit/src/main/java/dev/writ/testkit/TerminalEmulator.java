// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A small terminal: it interprets what a program writes, so that a test can compare what a person
/// would see. It knows moves of the cursor, erasing, looks, scrolling, and modes; whatever else
/// comes is noted as [#unknown].
public final class TerminalEmulator {
  private static final String WIDE_REST = "";

  private int columns;
  private int rows;
  private List<String[]> cells = List.of();
  private List<String[]> looks = List.of();
  private final List<String> scrollback = new ArrayList<>();
  private final TreeSet<String> modes = new TreeSet<>();
  private final List<String> unknown = new ArrayList<>();
  private String look = "";
  private String pending = "";
  private String title = "";
  private int bells;
  private int row;
  private int column;
  private boolean wrapping;
  private boolean cursorHidden;
  /// The main screen, while the alternate one is shown.
  private Optional<MainScreen> main = Optional.empty();

  private record MainScreen(List<String[]> cells, List<String[]> looks, int row, int column) {}

  /// An empty screen.
  public TerminalEmulator(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
    clear();
  }

  private void clear() {
    cells = new ArrayList<>();
    looks = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      addRow();
    }
  }

  private void addRow() {
    String[] empty = new String[columns];
    Arrays.fill(empty, " ");
    cells.add(empty);
    String[] plain = new String[columns];
    Arrays.fill(plain, "");
    looks.add(plain);
  }

  /// Interprets what a program wrote.
  public synchronized void write(String text) {
    String all = pending + text;
    int i = 0;
    while (i < all.length()) {
      int next = all.charAt(i) == 0x1B ? escape(all, i) : one(all, i);
      if (next == i) {
        break;
      }
      i = next;
    }
    pending = all.substring(i);
    notifyAll();
  }

  private int one(String all, int at) {
    int code = all.codePointAt(at);
    switch (code) {
      case '\r' -> {
        column = 0;
        wrapping = false;
      }
      case '\n' -> down();
      case '\b' -> column = Math.max(0, column - 1);
      case 7 -> bells++;
      default -> {
        if (code < ' ' || code == 0x7F) {
          unknown.add("U+%04X".formatted(code));
        } else {
          put(code);
        }
      }
    }
    return at + Character.charCount(code);
  }

  private void put(int code) {
    String text = Character.toString(code);
    int before = wrapping ? column : Math.max(0, column - 1);
    before -= before > 0 && cells.get(row)[before].equals(WIDE_REST) ? 1 : 0;
    if ((column > 0 || wrapping) && EmulatedWidth.continues(cells.get(row)[before], code)) {
      text = cells.get(row)[before] + text;
      column = before; // it may be wider now
      wrapping = false;
    }
    int width = EmulatedWidth.of(text);
    if (wrapping || column + width > columns) {
      column = 0;
      down();
    }
    wrapping = false;
    cells.get(row)[column] = text;
    looks.get(row)[column] = look;
    if (width == 2) {
      cells.get(row)[column + 1] = WIDE_REST;
    }
    column += width;
    if (column >= columns) {
      column = columns - 1;
      wrapping = true;
    }
  }

  private void down() {
    wrapping = false;
    if (row + 1 < rows) {
      row++;
    } else {
      scrollAway();
      addRow();
    }
  }

  private void scrollAway() {
    String line = text(cells.removeFirst());
    looks.removeFirst();
    if (main.isEmpty()) {
      scrollback.add(line);
    }
  }

  private void alternate(boolean wanted) {
    if (wanted && main.isEmpty()) {
      main = Optional.of(new MainScreen(cells, looks, row, column));
      clear();
    } else if (!wanted && main.isPresent()) {
      MainScreen kept = main.get();
      main = Optional.empty();
      cells = kept.cells();
      looks = kept.looks();
      row = kept.row();
      column = kept.column();
      resize(columns, rows);
    } else {
      unknown.add("CSI ?1049 without effect");
    }
  }

  private int escape(String all, int at) {
    if (at + 1 >= all.length()) {
      return at;
    }
    char second = all.charAt(at + 1);
    if (second == '[') {
      int end = at + 2;
      while (end < all.length() && (all.charAt(end) < 0x40 || all.charAt(end) > 0x7E)) {
        end++;
      }
      if (end == all.length()) {
        return at;
      }
      control(all.substring(at + 2, end), all.charAt(end));
      return end + 1;
    }
    if (second == ']') {
      int bell = all.indexOf(7, at);
      int string = all.indexOf("\u001b\\", at);
      int end = bell < 0 ? string : string < 0 ? bell : Math.min(bell, string);
      if (end < 0) {
        return at;
      }
      String command = all.substring(at + 2, end);
      if (command.startsWith("0;") || command.startsWith("2;")) {
        title = command.substring(2);
      } else {
        unknown.add("OSC " + command);
      }
      return end == bell ? end + 1 : end + 2;
    }
    unknown.add("ESC " + second);
    return at + 2;
  }

  private void control(String parameters, char last) {
    if (parameters.startsWith("?")) {
      if (parameters.equals("?1049")) {
        alternate(last == 'h');
      }
      if (parameters.equals("?25")) {
        cursorHidden = last == 'l';
      } else if (last == 'h') {
        modes.add(parameters);
      } else if (last == 'l') {
        modes.remove(parameters);
      }
      return;
    }
    if (parameters.startsWith(">") || parameters.startsWith("<")) {
      keyboard(parameters, last);
      return;
    }
    int n =
        parameters.isEmpty() || !Character.isDigit(parameters.charAt(0)) ? 1 : first(parameters);
    switch (last) {
      case 'A' -> move(row - n, column);
      case 'B' -> move(row + n, column);
      case 'C' -> move(row, column + n);
      case 'D' -> move(row, column - n);
      case 'G' -> move(row, n - 1);
      case 'H' -> home(parameters);
      case 'K' -> erase(row, parameters.equals("2") ? 0 : column, columns);
      case 'J' -> eraseBelow(parameters);
      case 'L' -> insertRows(n);
      case 'M' -> deleteRows(n);
      case 'm' -> look = look(parameters);
      case 't' -> {} // keeps the title, or restores it
      default -> unknown.add("CSI " + parameters + last);
    }
  }

  private static String look(String parameters) {
    String own = parameters.startsWith("0;") ? parameters.substring(2) : parameters;
    return own.equals("0") ? "" : own;
  }

  /// What is pushed over the last row is lost.
  private void insertRows(int n) {
    for (int i = 0; i < Math.min(n, rows - row); i++) {
      cells.removeLast();
      looks.removeLast();
      addRow();
      cells.add(row, cells.removeLast());
      looks.add(row, looks.removeLast());
    }
    column = 0;
  }

  private void deleteRows(int n) {
    for (int i = 0; i < Math.min(n, rows - row); i++) {
      cells.remove(row);
      looks.remove(row);
      addRow();
    }
    column = 0;
  }

  /// Modes of the keyboard are pushed and popped, or set and reset.
  private void keyboard(String parameters, char last) {
    boolean reset = parameters.startsWith("<") || parameters.equals(">4;0");
    String name = last == 'u' ? "kitty" : "other keys";
    if (reset) {
      modes.remove(name);
    } else {
      modes.add(name);
    }
  }

  private static int first(String parameters) {
    int end = parameters.indexOf(';');
    return Integer.parseInt(end < 0 ? parameters : parameters.substring(0, end));
  }

  private void home(String parameters) {
    String[] parts = parameters.isEmpty() ? new String[] {"1", "1"} : parameters.split(";", -1);
    move(Integer.parseInt(parts[0]) - 1, parts.length > 1 ? Integer.parseInt(parts[1]) - 1 : 0);
  }

  private void move(int toRow, int toColumn) {
    row = Math.clamp(toRow, 0, rows - 1);
    column = Math.clamp(toColumn, 0, columns - 1);
    wrapping = false;
  }

  private void erase(int line, int from, int to) {
    Arrays.fill(cells.get(line), from, to, " ");
    Arrays.fill(looks.get(line), from, to, "");
  }

  private void eraseBelow(String parameters) {
    if (parameters.equals("2") || parameters.equals("3")) {
      for (int i = 0; i < rows; i++) {
        erase(i, 0, columns);
      }
      return;
    }
    erase(row, column, columns);
    for (int i = row + 1; i < rows; i++) {
      erase(i, 0, columns);
    }
  }

  /// Gives the screen another size: lines are cut or padded, the last ones stay.
  public synchronized void resize(int newColumns, int newRows) {
    columns = newColumns;
    for (int i = 0; i < cells.size(); i++) {
      cells.set(i, resized(cells.get(i), " "));
      looks.set(i, resized(looks.get(i), ""));
    }
    while (cells.size() > newRows) {
      int blank = cells.size() - 1;
      if (blank > row && text(cells.get(blank)).isEmpty()) {
        cells.remove(blank);
        looks.remove(blank);
      } else {
        scrollAway();
        row--;
      }
    }
    rows = newRows;
    while (cells.size() < rows) {
      addRow();
    }
    move(row, column);
  }

  private String[] resized(String[] old, String filler) {
    String[] line = Arrays.copyOf(old, columns);
    for (int i = old.length; i < columns; i++) {
      line[i] = filler;
    }
    return line;
  }

  private static String text(String[] line) {
    return String.join("", line).stripTrailing();
  }

  /// What the screen shows, without blank lines at its end.
  public synchronized String screen() {
    return cells.stream()
        .map(TerminalEmulator::text)
        .collect(Collectors.joining("\n"))
        .stripTrailing();
  }

  /// All that scrolled away, then the screen.
  public synchronized String everything() {
    return scrollback.isEmpty() ? screen() : String.join("\n", scrollback) + "\n" + screen();
  }

  /// The look of a cell, as its parameters.
  public synchronized String look(int atRow, int atColumn) {
    return looks.get(atRow)[atColumn];
  }

  /// Row and column of the cursor, from 0.
  public synchronized int[] cursor() {
    return new int[] {row, column};
  }

  /// The private modes that are set, such as `?2004`.
  public synchronized List<String> modes() {
    return List.copyOf(modes);
  }

  /// Whether the cursor can't be seen.
  public synchronized boolean isCursorHidden() {
    return cursorHidden;
  }

  /// What it did not understand.
  public synchronized List<String> unknown() {
    return List.copyOf(unknown);
  }

  /// The title of the window.
  public synchronized String title() {
    return title;
  }

  /// How often the bell rang.
  public synchronized int bells() {
    return bells;
  }

  /// Waits until the screen shows a text.
  ///
  /// @throws AssertionError where it doesn't within ten seconds
  public synchronized void await(String text) throws InterruptedException {
    long until = System.nanoTime() + 10_000_000_000L;
    while (!everything().contains(text)) {
      long left = (until - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError("not shown: " + text + "\n" + everything());
      }
      wait(left);
    }
  }
}
