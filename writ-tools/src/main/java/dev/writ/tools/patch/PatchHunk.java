// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import java.util.ArrayList;
import java.util.List;

/// One place of a file that a patch changes.
///
/// @param number which hunk of its file, from 1
/// @param patchLine where it begins in the patch, from 1
/// @param stated the line of the old file that its header names; 0 where it names none
/// @param anchors lines that come before it, outermost first
/// @param lines what it says
/// @param atEnd whether it says that it is at the end of the file
record PatchHunk(
    int number,
    int patchLine,
    int stated,
    List<String> anchors,
    List<HunkLine> lines,
    boolean atEnd) {
  PatchHunk {
    anchors = List.copyOf(anchors);
    lines = List.copyOf(lines);
  }

  /// The action of a hunk's line.
  enum HunkLineKind {
    /// It is there and stays.
    CONTEXT,
    /// It is there and goes.
    REMOVED,
    /// It comes.
    ADDED
  }

  /// A line of a hunk.
  ///
  /// @param ended false where the patch says that no line end follows
  record HunkLine(HunkLineKind kind, String text, boolean ended) {
    HunkLine(HunkLineKind kind, String text) {
      this(kind, text, true);
    }

    boolean isOld() {
      return kind != HunkLineKind.ADDED;
    }
  }

  /// The lines that must be there.
  List<String> old() {
    List<String> old = new ArrayList<>();
    for (HunkLine line : lines) {
      if (line.isOld()) {
        old.add(line.text());
      }
    }
    return old;
  }

  /// Whether it changes anything.
  boolean changes() {
    for (HunkLine line : lines) {
      if (line.kind() != HunkLineKind.CONTEXT) {
        return true;
      }
    }
    return false;
  }

  /// The hunk without so many lines of context at its beginning and end.
  PatchHunk without(int head, int tail) {
    return new PatchHunk(
        number, patchLine, stated, anchors, lines.subList(head, lines.size() - tail), atEnd);
  }

  /// How many lines of context it begins with.
  int contextBefore() {
    int count = 0;
    while (count < lines.size() && lines.get(count).kind() == HunkLineKind.CONTEXT) {
      count++;
    }
    return count;
  }

  /// How many lines of context it ends with.
  int contextAfter() {
    int count = 0;
    while (count < lines.size()
        && lines.get(lines.size() - 1 - count).kind() == HunkLineKind.CONTEXT) {
      count++;
    }
    return count;
  }

  @Override
  public String toString() {
    return "hunk " + number + " (line " + patchLine + " of the patch)";
  }
}
