// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.text;

import dev.writ.base.value.FileContent;
import dev.writ.kernel.policy.MaskedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Shows where a text that was not found almost stands, so that the next try can be right.
public final class NearestText {
  private static final int MAX_SHOWN_LINES = 12;
  private static final int MAX_CANDIDATES = 3;

  /// How many lines of a file are looked at.
  private static final int MAX_LINES = 200_000;

  private static final double WORTH_SHOWING = 0.5;

  /// Candidates that are less like it than this, measured by the best one, are left out.
  private static final double NEARLY_AS_GOOD = 0.85;

  private NearestText() {}

  /// Lines from an index, and how much they are like what was sought: 1 for all.
  private record Candidate(int from, double score) {}

  /// The lines that are most like what was sought, as a hint; empty where none is.
  ///
  /// @param path of the file, whose secrets are neither compared nor shown
  public static String in(String path, FileContent content, String wanted) {
    List<String> lines = MaskedText.of(path, content.text()).shown().lines().toList();
    List<String> sought = wanted.lines().toList();
    int compared = Math.min(sought.size(), MAX_SHOWN_LINES);
    if (compared == 0) {
      return "";
    }
    List<Candidate> candidates = new ArrayList<>();
    int last = Math.min(lines.size(), MAX_LINES) - compared;
    for (int from = 0; from <= last; from++) {
      double score = 0;
      for (int i = 0; i < compared; i++) {
        score += similarity(lines.get(from + i), sought.get(i));
      }
      score /= compared;
      if (score >= WORTH_SHOWING) {
        candidates.add(new Candidate(from, score));
      }
    }
    return shown(best(candidates, compared), lines, compared);
  }

  private static List<Candidate> best(List<Candidate> candidates, int length) {
    candidates.sort(Comparator.comparingDouble(Candidate::score).reversed());
    List<Candidate> best = new ArrayList<>();
    for (Candidate candidate : candidates) {
      boolean apart = true;
      for (Candidate other : best) {
        apart &= Math.abs(other.from() - candidate.from()) >= length;
      }
      if (apart && candidate.score() >= candidates.getFirst().score() * NEARLY_AS_GOOD) {
        best.add(candidate);
      }
      if (best.size() == MAX_CANDIDATES) {
        break;
      }
    }
    return best;
  }

  private static String shown(List<Candidate> best, List<String> lines, int length) {
    if (best.isEmpty()) {
      return "";
    }
    StringBuilder shown = new StringBuilder(" Nearest, with tabs as → and trailing blanks as ·:");
    for (int n = 0; n < best.size(); n++) {
      shown.append(n == 0 ? "" : "\nor");
      for (int i = best.get(n).from(); i < best.get(n).from() + length; i++) {
        shown.append('\n').append(i + 1).append('\t').append(visible(lines.get(i)));
      }
    }
    return shown.toString();
  }

  private static String visible(String line) {
    String kept = line.stripTrailing();
    String cut = kept.length() > 500 ? kept.substring(0, 500) + "…" : kept;
    return cut.replace("\t", "→") + "·".repeat(Math.min(20, line.length() - kept.length()));
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
