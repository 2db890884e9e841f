// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import dev.writ.tools.patch.FilePatch.PatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads unified diffs, also Git's with their renames. If the counts of a hunk's header are wrong,
/// the lines themselves apply. Changes that a text file cannot have (modes, links, binary patches,
/// copies) are refused.
final class UnifiedReader {
  private static final String GIT = "diff --git ";
  private static final String NO_END = "\\ ";

  private final PatchLines lines;

  UnifiedReader(PatchLines lines) {
    this.lines = lines;
  }

  List<FilePatch> read() throws PatchException {
    while (lines.more() && !beginsFile()) {
      String _ = lines.take(); // what a mail or a commit says before its patch
    }
    List<FilePatch> files = new ArrayList<>();
    while (lines.more()) {
      if (lines.peek().equals("-- ") || lines.peek().equals("--")) {
        break; // the signature of a mail
      }
      if (lines.peek().isBlank()) {
        String _ = lines.take();
      } else if (beginsFile()) {
        files.add(file());
      } else {
        throw new PatchException(lines.number(), "'--- ' or 'diff --git ' was expected");
      }
    }
    return files;
  }

  private boolean beginsFile() {
    return lines.peek().startsWith(GIT) || beginsNames();
  }

  private boolean beginsNames() {
    return lines.peek().startsWith("--- ") && lines.peek(1).startsWith("+++ ");
  }

  /// The headers of one file.
  private static final class Headers {
    final int line;
    Optional<String> git = Optional.empty();
    Optional<String> from = Optional.empty();
    Optional<String> to = Optional.empty();
    Optional<PatchNames> names = Optional.empty();
    boolean created;
    boolean deleted;

    Headers(int line) {
      this.line = line;
    }
  }

  private FilePatch file() throws PatchException {
    Headers headers = new Headers(lines.number());
    if (lines.peek().startsWith(GIT)) {
      headers.git = PatchNames.ofGit(lines.take().substring(GIT.length()));
      while (lines.more() && !beginsFile() && !lines.peek().startsWith("@@")) {
        if (lines.peek().isBlank()) {
          break;
        }
        extended(headers);
      }
    }
    if (beginsNames()) {
      int number = lines.number();
      String old = lines.take().substring("--- ".length());
      String now = lines.take().substring("+++ ".length());
      headers.names = Optional.of(PatchNames.of(old, now, number));
    }
    List<PatchHunk> hunks = new ArrayList<>();
    while (lines.peek().startsWith("@@")) {
      hunks.add(hunk(hunks.size() + 1));
    }
    return patch(headers, hunks);
  }

  private void extended(Headers headers) throws PatchException {
    int number = lines.number();
    String line = lines.take();
    if (line.startsWith("rename from ")) {
      headers.from = Optional.of(PatchNames.plain(line.substring("rename from ".length())));
    } else if (line.startsWith("rename to ")) {
      headers.to = Optional.of(PatchNames.plain(line.substring("rename to ".length())));
    } else if (line.startsWith("new file mode ")) {
      headers.created = true;
      demandFile(line, number);
    } else if (line.startsWith("deleted file mode ")) {
      headers.deleted = true;
      demandFile(line, number);
    } else if (line.startsWith("old mode ") || line.startsWith("new mode ")) {
      throw new PatchException(number, "a patch cannot change a file's mode");
    } else if (line.startsWith("copy ")) {
      throw new PatchException(number, "copies are not supported; add the file with its content");
    } else if (line.startsWith("Binary files ") || line.startsWith("GIT binary patch")) {
      throw new PatchException(number, "binary patches are not supported");
    } else if (!line.startsWith("index ")
        && !line.startsWith("similarity index ")
        && !line.startsWith("dissimilarity index ")) {
      throw new PatchException(number, "this is not a Git header");
    }
  }

  private static void demandFile(String line, int number) throws PatchException {
    if (!line.strip().endsWith(" 100644") && !line.strip().endsWith(" 100755")) {
      throw new PatchException(number, "only regular files can be created or deleted, not links");
    }
  }

  private FilePatch patch(Headers headers, List<PatchHunk> hunks) throws PatchException {
    PatchNames names = headers.names.isPresent() ? headers.names.get() : fromGit(headers, hunks);
    if (names.old().isEmpty() && names.now().isEmpty()) {
      throw new PatchException(headers.line, "both names are /dev/null");
    }
    if (headers.from.isPresent() || headers.to.isPresent()) {
      if (!headers.from.equals(names.old()) || !headers.to.equals(names.now())) {
        throw new PatchException(headers.line, "the headers name different files");
      }
      return new FilePatch.Update(names.old().get(), names.now(), hunks);
    }
    if (names.old().isEmpty()) {
      return new FilePatch.Add(names.now().get(), content(hunks, headers.line));
    }
    if (names.now().isEmpty()) {
      demandRemovalOnly(hunks);
      return new FilePatch.Delete(names.old().get(), hunks);
    }
    if (headers.created || headers.deleted || !names.old().equals(names.now())) {
      throw new PatchException(
          headers.line,
          "the headers contradict each other; a rename needs 'rename from' and 'rename to'");
    }
    if (hunks.isEmpty()) {
      throw new PatchException(headers.line, "the patch does not state how the file changes");
    }
    return new FilePatch.Update(names.old().get(), Optional.empty(), hunks);
  }

  /// Git names no files before hunks where there are none.
  private static PatchNames fromGit(Headers headers, List<PatchHunk> hunks) throws PatchException {
    if (!hunks.isEmpty()) {
      throw new PatchException(headers.line, "'--- ' and '+++ ' are missing before the hunks");
    }
    if (headers.from.isPresent() && headers.to.isPresent()) {
      return new PatchNames(headers.from, headers.to);
    }
    if (headers.git.isEmpty() || headers.created == headers.deleted) {
      throw new PatchException(headers.line, "the patch does not state how the file changes");
    }
    return headers.created
        ? new PatchNames(Optional.empty(), headers.git)
        : new PatchNames(headers.git, Optional.empty());
  }

  private static String content(List<PatchHunk> hunks, int line) throws PatchException {
    if (hunks.size() > 1) {
      throw new PatchException(line, "a new file has one hunk");
    }
    StringBuilder content = new StringBuilder();
    for (PatchHunk hunk : hunks) {
      for (PatchHunk.HunkLine added : hunk.lines()) {
        if (added.isOld()) {
          throw new PatchException(hunk.patchLine(), "a new file has only lines with '+'");
        }
        content.append(added.text()).append(added.ended() ? "\n" : "");
      }
    }
    return content.toString();
  }

  private static void demandRemovalOnly(List<PatchHunk> hunks) throws PatchException {
    for (PatchHunk hunk : hunks) {
      for (PatchHunk.HunkLine line : hunk.lines()) {
        if (line.kind() != PatchHunk.HunkLineKind.REMOVED) {
          throw new PatchException(hunk.patchLine(), "a deleted file has only lines with '-'");
        }
      }
    }
  }

  private PatchHunk hunk(int number) throws PatchException {
    int from = lines.number();
    String text = lines.take();
    HunkHeader header = HunkHeader.of(text);
    String anchor = HunkHeader.anchor(text);
    int length = counted(header);
    List<PatchHunk.HunkLine> body = new ArrayList<>();
    for (int taken = 0; lines.more(); taken++) {
      boolean marker = lines.peek().startsWith(NO_END);
      if (!marker && (length >= 0 ? taken >= length : ends())) {
        break;
      }
      if (marker) {
        demandBefore(body);
        PatchHunk.HunkLine last = body.removeLast();
        body.add(new PatchHunk.HunkLine(last.kind(), last.text(), false));
        String _ = lines.take();
        taken--;
      } else {
        body.add(EnvelopeReader.bodyLine(lines));
      }
    }
    List<String> anchors = anchor.isEmpty() ? List.of() : List.of(anchor);
    PatchHunk hunk = new PatchHunk(number, from, header.stated(), anchors, body, false);
    if (!hunk.changes()) {
      throw new PatchException(from, "the hunk neither adds nor removes a line");
    }
    return hunk;
  }

  private void demandBefore(List<PatchHunk.HunkLine> body) throws PatchException {
    if (body.isEmpty()) {
      throw new PatchException(lines.number(), "no line is before the one without end");
    }
  }

  /// The number of lines of the hunk if its header is right, or -1: that many lines with the stated
  /// signs are present, and another line follows them.
  private int counted(HunkHeader header) {
    int old = header.oldCount();
    int now = header.newCount();
    int at = 0;
    int length = 0;
    while (old > 0 || now > 0) {
      if (at >= lines.left()) {
        return -1;
      }
      String line = lines.peek(at++);
      if (line.startsWith(NO_END)) {
        continue;
      }
      char sign = line.isEmpty() ? ' ' : line.charAt(0);
      old -= sign == ' ' || sign == '-' ? 1 : 0;
      now -= sign == ' ' || sign == '+' ? 1 : 0;
      length++;
      if ((sign != ' ' && sign != '-' && sign != '+') || old < 0 || now < 0) {
        return -1;
      }
    }
    String next = lines.peek(at);
    boolean follows =
        next.isBlank()
            || next.startsWith("@@")
            || next.startsWith(NO_END)
            || next.startsWith(GIT)
            || next.startsWith("--");
    return length > 0 && (at >= lines.left() || follows) ? length : -1;
  }

  /// Whether a hunk of unknown length ends before the next line.
  private boolean ends() {
    return lines.peek().startsWith("@@")
        || beginsFile()
        || (lines.peek().isEmpty() && (lines.left() == 1 || afterBlank()));
  }

  private boolean afterBlank() {
    return lines.peek(1).startsWith(GIT)
        || (lines.peek(1).startsWith("--- ") && lines.peek(2).startsWith("+++ "));
  }
}
