// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import java.util.ArrayList;
import java.util.List;

/// The lines of a patch, read one after the other. Line ends are the file's business, so CR LF
/// counts as LF; fences and here-documents around a patch are passed over.
final class PatchLines {
  private final List<String> lines = new ArrayList<>();
  private int next;

  PatchLines(String patch) {
    for (String line : patch.split("\n", -1)) {
      lines.add(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }
    while (!lines.isEmpty() && isWrapping(lines.getLast())) {
      lines.removeLast();
    }
    while (next < lines.size() && isWrapping(lines.get(next))) {
      next++;
    }
  }

  private static boolean isWrapping(String line) {
    String plain = line.strip();
    return plain.isEmpty()
        || plain.startsWith("```")
        || plain.equals("EOF")
        || plain.startsWith("<<");
  }

  boolean more() {
    return next < lines.size();
  }

  /// The line that comes, or an empty one after the last.
  String peek() {
    return peek(0);
  }

  /// A line further on.
  String peek(int ahead) {
    return next + ahead < lines.size() ? lines.get(next + ahead) : "";
  }

  /// How many lines are left.
  int left() {
    return lines.size() - next;
  }

  String take() {
    return lines.get(next++);
  }

  /// The number of the line that comes, from 1.
  int number() {
    return next + 1;
  }

  /// Whether any line from here on begins so.
  boolean anyBegins(String start) {
    for (int i = next; i < lines.size(); i++) {
      if (lines.get(i).startsWith(start)) {
        return true;
      }
    }
    return false;
  }
}
