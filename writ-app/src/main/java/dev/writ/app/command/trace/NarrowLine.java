// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.command.trace;

import dev.writ.app.terminal.screen.CellWidth;
import dev.writ.base.value.DisplayText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// One line of at most 100 columns: columns of fixed widths, and a last one with the rest. Longer
/// text ends in an ellipsis.
final class NarrowLine {
  /// The option that prints all of it.
  static final String LONG = "long";

  static final int DATE_WIDTH = "2026-01-31".length();
  static final int MINUTE_WIDTH = "2026-01-31 23:59".length();
  private static final int WIDTH = 100;

  private final StringBuilder line = new StringBuilder();
  private int used;

  /// A column with a blank behind it.
  NarrowLine column(String text, int width) {
    String cell = cut(DisplayText.name(text), width);
    line.append(cell).append(" ".repeat(width - CellWidth.of(cell) + 1));
    used += width + 1;
    return this;
  }

  /// The whole line.
  String last(String text) {
    return (line + cut(DisplayText.name(text), WIDTH - used)).stripTrailing();
  }

  /// The columns alone.
  String columns() {
    return line.toString();
  }

  private static String cut(String text, int width) {
    if (CellWidth.of(text) <= width) {
      return text;
    }
    int end = 0;
    int cells = 0;
    while (end < text.length()) {
      int next = CellWidth.clusterEnd(text, end);
      cells += CellWidth.cluster(text, end, next);
      if (cells > width - 1) {
        break;
      }
      end = next;
    }
    return text.substring(0, end) + "…";
  }

  /// The day of a timestamp where the person is.
  static String date(String timestamp) {
    return shown(timestamp, "uuuu-MM-dd");
  }

  /// Day and minute of a timestamp where the person is.
  static String minute(String timestamp) {
    return shown(timestamp, "uuuu-MM-dd HH:mm");
  }

  /// A timestamp to the second where the person is.
  static String second(String timestamp) {
    return shown(timestamp, "uuuu-MM-dd HH:mm:ss");
  }

  private static String shown(String timestamp, String pattern) {
    try {
      return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
          .withZone(ZoneId.systemDefault())
          .format(Instant.parse(timestamp));
    } catch (DateTimeException _) {
      return timestamp;
    }
  }
}
