// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Content;
import java.util.List;

/// Shows where a text that was not found almost stands, so that the next try can be right.
final class Nearest {
  private static final int MAX_SHOWN_LINES = 12;
  private static final double WORTH_SHOWING = 0.5;

  private Nearest() {}

  static String in(Content content, String wanted) {
    List<String> lines = content.lines();
    List<String> sought = wanted.lines().toList();
    int best = -1;
    double bestScore = 0;
    for (int from = 0; from + sought.size() <= lines.size(); from++) {
      double score = 0;
      for (int i = 0; i < sought.size() && i < MAX_SHOWN_LINES; i++) {
        score += similarity(lines.get(from + i), sought.get(i));
      }
      score /= Math.min(sought.size(), MAX_SHOWN_LINES);
      if (score > bestScore) {
        bestScore = score;
        best = from;
      }
    }
    if (bestScore < WORTH_SHOWING) {
      return "";
    }
    StringBuilder shown = new StringBuilder(" Nearest, with tabs as → and trailing blanks as ·:");
    for (int i = 0; i < Math.min(sought.size(), MAX_SHOWN_LINES); i++) {
      shown.append('\n').append(best + i + 1).append('\t').append(visible(lines.get(best + i)));
    }
    return shown.toString();
  }

  private static String visible(String line) {
    String kept = line.stripTrailing();
    return kept.replace("\t", "→") + "·".repeat(line.length() - kept.length());
  }

  /// The share of characters that agree from both ends, blanks at the ends not counted.
  private static double similarity(String line, String sought) {
    String a = line.strip();
    String b = sought.strip();
    int longer = Math.max(a.length(), b.length());
    if (longer == 0) {
      return 1;
    }
    int shorter = Math.min(a.length(), b.length());
    int head = 0;
    while (head < shorter && a.charAt(head) == b.charAt(head)) {
      head++;
    }
    int tail = 0;
    while (tail < shorter - head
        && a.charAt(a.length() - 1 - tail) == b.charAt(b.length() - 1 - tail)) {
      tail++;
    }
    return (double) (head + tail) / longer;
  }
}
