// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import java.util.ArrayList;
import java.util.List;

/// Makes the model's Markdown lines that a screen reader can read aloud: what a heading, a table or
/// a block of code is, is said by a word, and each cell of a table names its column.
final class SpokenMarkdown {
  private static final String FENCE = "```";

  private final StringBuilder begun = new StringBuilder();

  /// The columns of the table that is being read; empty outside of one.
  private List<String> columns = List.of();

  /// A row that may be the head of a table: the next line says so.
  private String head = "";

  private boolean code;

  /// More text.
  ///
  /// @return the lines that are whole now, each with its end
  String append(String text) {
    StringBuilder spoken = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        line(begun.toString(), spoken);
        begun.setLength(0);
      } else {
        begun.append(text.charAt(i));
      }
    }
    return spoken.toString();
  }

  /// The text has ended.
  ///
  /// @return what is left of it
  String end() {
    StringBuilder spoken = new StringBuilder();
    if (!begun.isEmpty()) {
      line(begun.toString(), spoken);
    }
    headAlone(spoken);
    begun.setLength(0);
    columns = List.of();
    code = false;
    return spoken.toString();
  }

  private void line(String line, StringBuilder spoken) {
    String words = line.strip();
    if (words.startsWith(FENCE)) {
      headAlone(spoken);
      String language = words.substring(FENCE.length()).strip();
      code = !code;
      add(
          code ? "code" + (language.isEmpty() ? "" : " in " + language) + ":" : "end of code",
          spoken);
    } else if (code) {
      add(line, spoken);
    } else if (words.startsWith("|")) {
      row(words, spoken);
    } else {
      headAlone(spoken);
      columns = List.of();
      add(
          words.startsWith("#")
              ? "heading: " + plain(words.replaceFirst("^#+\\s*", ""))
              : plain(line),
          spoken);
    }
  }

  private void row(String row, StringBuilder spoken) {
    List<String> cells = cells(row);
    boolean rule = cells.stream().allMatch(cell -> cell.matches(":?-+:?"));
    if (rule && !head.isEmpty()) {
      columns = cells(head);
      head = "";
      add("table with " + columns.size() + " columns:", spoken);
    } else if (columns.isEmpty()) {
      headAlone(spoken);
      head = row;
    } else {
      List<String> named = new ArrayList<>();
      for (int i = 0; i < cells.size(); i++) {
        named.add((i < columns.size() ? columns.get(i) + ": " : "") + cells.get(i));
      }
      add(String.join(", ", named), spoken);
    }
  }

  /// A row that no table followed.
  private void headAlone(StringBuilder spoken) {
    if (!head.isEmpty()) {
      add(head, spoken);
      head = "";
    }
  }

  private static List<String> cells(String row) {
    String inner =
        row.substring(1, row.endsWith("|") && row.length() > 1 ? row.length() - 1 : row.length());
    List<String> cells = new ArrayList<>();
    for (String cell : inner.split("\\|", -1)) {
      cells.add(plain(cell.strip()));
    }
    return cells;
  }

  /// Words without the marks of Markdown.
  private static String plain(String words) {
    return words
        .replace("**", "")
        .replace("`", "")
        .replaceAll("\\[([^\\]]*)\\]\\(([^)]*)\\)", "$1 ($2)");
  }

  private static void add(String line, StringBuilder spoken) {
    spoken.append(line).append('\n');
  }
}
