// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.command.grant;

import java.util.List;

/// Two short texts as a person compares them: all lines, those that went with `-`, those that came
/// with `+`.
public final class LineDifference {
  /// Of longer parts that differ, all lines went and all came.
  private static final int MOST_LINES = 2000;

  private LineDifference() {}

  public static String of(String before, String after) {
    List<String> old = before.lines().toList();
    List<String> now = after.lines().toList();
    int head = 0;
    while (head < Math.min(old.size(), now.size()) && old.get(head).equals(now.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < Math.min(old.size(), now.size()) - head
        && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
      tail++;
    }
    StringBuilder text = new StringBuilder();
    lines(text, "  ", now.subList(0, head));
    middle(text, old.subList(head, old.size() - tail), now.subList(head, now.size() - tail));
    lines(text, "  ", now.subList(now.size() - tail, now.size()));
    return text.toString();
  }

  private static void lines(StringBuilder text, String mark, List<String> lines) {
    lines.forEach(line -> text.append(mark).append(line).append('\n'));
  }

  /// By the longest common subsequence.
  private static void middle(StringBuilder text, List<String> old, List<String> now) {
    if (old.size() > MOST_LINES || now.size() > MOST_LINES) {
      lines(text, "- ", old);
      lines(text, "+ ", now);
      return;
    }
    int[][] common = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < old.size() || j < now.size()) {
      if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
        text.append("  ").append(now.get(j)).append('\n');
        i++;
        j++;
      } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
        text.append("- ").append(old.get(i)).append('\n');
        i++;
      } else {
        text.append("+ ").append(now.get(j)).append('\n');
        j++;
      }
    }
  }
}
