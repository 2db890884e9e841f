// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import dev.writ.base.value.DisplayText;
import dev.writ.tools.patch.FilePatch.PatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the form between `*** Begin Patch` and `*** End Patch`. A patch without its end was cut
/// somewhere, so nothing of it counts.
final class EnvelopeReader {
  static final String BEGIN = "*** Begin Patch";
  private static final String END = "*** End Patch";
  private static final String ADD = "*** Add File: ";
  private static final String DELETE = "*** Delete File: ";
  private static final String UPDATE = "*** Update File: ";
  private static final String MOVE = "*** Move to: ";
  private static final String END_OF_FILE = "*** End of File";

  private final PatchLines lines;

  EnvelopeReader(PatchLines lines) {
    this.lines = lines;
  }

  List<FilePatch> read() throws PatchException {
    String _ = lines.take();
    List<FilePatch> files = new ArrayList<>();
    while (lines.more()) {
      int number = lines.number();
      String line = lines.take();
      if (line.strip().equals(END)) {
        if (lines.more()) {
          throw new PatchException(lines.number(), "something follows '" + END + "'");
        }
        return files;
      }
      if (line.startsWith(ADD)) {
        files.add(new FilePatch.Add(name(line, ADD, number), added()));
      } else if (line.startsWith(DELETE)) {
        files.add(new FilePatch.Delete(name(line, DELETE, number), List.of()));
      } else if (line.startsWith(UPDATE)) {
        files.add(update(name(line, UPDATE, number), number));
      } else if (!line.isBlank()) {
        throw new PatchException(
            number,
            "'*** Add File: ', '*** Delete File: ', '*** Update File: ' or '"
                + END
                + "' was expected");
      }
    }
    throw new PatchException(lines.number(), "'" + END + "' is missing; was the patch cut?");
  }

  private static String name(String line, String header, int number) throws PatchException {
    String name = line.substring(header.length()).strip();
    if (name.isEmpty()) {
      throw new PatchException(number, "the file has no name");
    }
    return name;
  }

  private String added() throws PatchException {
    StringBuilder content = new StringBuilder();
    while (lines.more() && !lines.peek().startsWith("*** ")) {
      int number = lines.number();
      String line = lines.take();
      if (line.startsWith("+")) {
        content.append(line, 1, line.length()).append('\n');
      } else if (!line.isBlank() || lines.peek().startsWith("+")) {
        throw new PatchException(number, "every line of an added file begins with '+'");
      }
    }
    return content.toString();
  }

  private FilePatch update(String path, int number) throws PatchException {
    Optional<String> to = Optional.empty();
    if (lines.peek().startsWith(MOVE)) {
      int moveNumber = lines.number();
      to = Optional.of(name(lines.take(), MOVE, moveNumber));
    }
    List<PatchHunk> hunks = new ArrayList<>();
    while (lines.more() && !lines.peek().startsWith("*** ")) {
      if (lines.peek().isBlank() && endsHere()) {
        String _ = lines.take();
        continue;
      }
      hunks.add(hunk(hunks.size() + 1));
    }
    if (hunks.isEmpty() && to.isEmpty()) {
      throw new PatchException(
          number, "the patch does not state how " + DisplayText.named(path) + " changes");
    }
    return new FilePatch.Update(path, to, hunks);
  }

  private boolean endsHere() {
    return lines.left() == 1 || lines.peek(1).startsWith("*** ");
  }

  private PatchHunk hunk(int hunkNumber) throws PatchException {
    int from = lines.number();
    int stated = 0;
    List<String> anchors = new ArrayList<>();
    while (lines.peek().startsWith("@@")) {
      String header = lines.take();
      stated = Math.max(stated, HunkHeader.of(header).stated());
      String anchor = HunkHeader.anchor(header);
      if (!anchor.isEmpty()) {
        anchors.add(anchor);
      }
    }
    List<PatchHunk.HunkLine> body = new ArrayList<>();
    while (lines.more() && !lines.peek().startsWith("@@")) {
      String line = lines.peek();
      if (line.startsWith("*** ") || (line.isBlank() && endsHere())) {
        break;
      }
      body.add(bodyLine(lines));
    }
    boolean atEnd = lines.peek().strip().equals(END_OF_FILE);
    if (atEnd) {
      String _ = lines.take();
    }
    PatchHunk hunk = new PatchHunk(hunkNumber, from, stated, anchors, body, atEnd);
    if (!hunk.changes()) {
      throw new PatchException(from, "the hunk neither adds nor removes a line");
    }
    return hunk;
  }

  /// A line of a hunk in either form; an empty one is an empty line of context.
  static PatchHunk.HunkLine bodyLine(PatchLines lines) throws PatchException {
    int number = lines.number();
    String line = lines.take();
    if (line.isEmpty()) {
      return new PatchHunk.HunkLine(PatchHunk.HunkLineKind.CONTEXT, "");
    }
    String text = line.substring(1);
    return switch (line.charAt(0)) {
      case ' ' -> new PatchHunk.HunkLine(PatchHunk.HunkLineKind.CONTEXT, text);
      case '-' -> new PatchHunk.HunkLine(PatchHunk.HunkLineKind.REMOVED, text);
      case '+' -> new PatchHunk.HunkLine(PatchHunk.HunkLineKind.ADDED, text);
      default -> throw new PatchException(number, "a line of a hunk begins with ' ', '-' or '+'");
    };
  }
}
