// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.text;

import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect.TouchedLines;
import dev.writ.kernel.call.Effect.WriteResult;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
import dev.writ.kernel.policy.MaskedText;
import java.util.ArrayList;
import java.util.List;

/// Finding a text in a file and putting another in its place. It works on what [EditableText]
/// holds, so that whatever is not touched stays as it was. A text that a model wrote with LF is
/// found whatever the lines end with, and lines that stay keep their ends.
public record TextReplacement(PathLocation at, FileState before, String oldText, String newText) {
  private static final int MAX_SHOWN_LINES = 20;

  /// What to do about a secret.
  public static final String ABOUT_SECRETS =
      " The file has masked secrets: replace such a one whole and leave what stands around it, or"
          + " ask the person to edit it.";

  public static TextReplacement of(
      PathLocation at, FileState before, String oldText, String newText) {
    return new TextReplacement(at, before, oldText, newText);
  }

  /// A part of the text, from one index to before another.
  private record Part(int from, int to) {}

  public WriteResult apply(boolean all) {
    return switch (before) {
      case FileState.Unusable(ToolError error) -> new WriteResult.Impossible(error);
      case FileState.Link _ -> impossible(ErrorCode.NOT_A_FILE, at + " is a link");
      case FileState.Directory() -> impossible(ErrorCode.NOT_A_FILE, at + " is a directory");
      case FileState.Absent() ->
          impossible(ErrorCode.FILE_NOT_FOUND, "There is no file " + at + " to edit");
      case FileState.Present(FileContent content) -> apply(content, all);
    };
  }

  private WriteResult apply(FileContent content, boolean all) {
    if (oldText.isEmpty()) {
      return impossible(ErrorCode.INVALID_ARGUMENTS, "old_text is empty");
    }
    if (oldText.equals(newText)) {
      return impossible(ErrorCode.INVALID_ARGUMENTS, "old_text and new_text are the same");
    }
    EditableText file = EditableText.of(content);
    String text = file.text();
    String wanted = file.units(oldText);
    MaskedText secrets = MaskedText.of(at.toString(), text);
    Places places = places(secrets, secrets.hidden(), wanted);
    if (places.found().isEmpty() && secrets.any()) {
      places = places(secrets, text, wanted);
    }
    List<Part> found = places.found();
    boolean otherEnds = places.otherEnds();
    if (found.isEmpty()) {
      return impossible(
          ErrorCode.EDIT_NOT_FOUND,
          at
              + ": old_text was not found."
              + (secrets.any() ? ABOUT_SECRETS : "")
              + NearestText.in(at.toString(), content, oldText));
    }
    if (found.size() > 1 && !all) {
      return impossible(ErrorCode.EDIT_NOT_UNIQUE, notUnique(text, found));
    }
    String instead = file.units(newText);
    long size = text.length() + (long) found.size() * (instead.length() - wanted.length());
    if (size > PlaceInventory.MAX_BYTES) {
      return impossible(
          ErrorCode.TOO_LARGE,
          "%s would exceed %d bytes with this edit".formatted(at, PlaceInventory.MAX_BYTES));
    }
    boolean keepsEnds = newText.indexOf('\r') < 0 || otherEnds;
    return replaced(
        new Work(file, secrets), found, keepsEnds ? plainEnds(instead) : instead, keepsEnds);
  }

  /// Where the text to replace stands, but for places that cut a secret: they would tell a right
  /// guess at a part of it from a wrong one.
  ///
  /// @param otherEnds whether its lines may end otherwise there
  private record Places(List<Part> found, boolean otherEnds) {}

  private Places places(MaskedText secrets, String text, String wanted) {
    List<Part> exact = oldText.indexOf('\r') < 0 ? List.of() : occurrences(text, wanted);
    boolean otherEnds = exact.isEmpty() && (text.indexOf('\r') >= 0 || oldText.indexOf('\r') >= 0);
    List<Part> found =
        otherEnds
            ? whateverTheEnds(text, plainEnds(wanted))
            : exact.isEmpty() ? occurrences(text, wanted) : exact;
    return new Places(
        found.stream().filter(part -> !secrets.isCut(part.from(), part.to())).toList(), otherEnds);
  }

  /// A file that is edited, and its secrets.
  private record Work(EditableText file, MaskedText secrets) {}

  private static String plainEnds(String text) {
    return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n");
  }

  private static List<Part> occurrences(String text, String wanted) {
    List<Part> found = new ArrayList<>();
    for (int i : new TextSearch(wanted).in(text)) {
      found.add(new Part(i, i + wanted.length()));
    }
    return found;
  }

  /// The positions of a text if CR LF and CR count as LF.
  private static List<Part> whateverTheEnds(String text, String wanted) {
    StringBuilder plain = new StringBuilder(text.length());
    int[] origin = new int[text.length() + 1];
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' && i > 0 && text.charAt(i - 1) == '\r') {
        continue;
      }
      origin[plain.length()] = i;
      plain.append(c == '\r' ? '\n' : c);
    }
    origin[plain.length()] = text.length();
    List<Part> found = new ArrayList<>();
    for (Part part : occurrences(plain.toString(), wanted)) {
      found.add(new Part(origin[part.from()], origin[part.to()]));
    }
    return found;
  }

  private String notUnique(String text, List<Part> found) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < Math.min(found.size(), MAX_SHOWN_LINES); i++) {
      lines.append(i == 0 ? "" : ", ").append(newlines(text, 0, found.get(i).from()) + 1);
    }
    return "%s: old_text occurs %d times, at lines %s%s"
        .formatted(at, found.size(), lines, found.size() > MAX_SHOWN_LINES ? ", …" : "");
  }

  private WriteResult replaced(Work work, List<Part> found, String instead, boolean keepsEnds) {
    String text = work.file().text();
    String hidden = work.secrets().hidden();
    StringBuilder kept = new StringBuilder(text.length());
    String usual = text.indexOf('\r') < 0 ? "\n" : TextLine.usualEnd(TextLine.of(text));
    StringBuilder after = new StringBuilder(text.length());
    List<LineSpan> touched = new ArrayList<>();
    boolean ownEnds = keepsEnds && text.indexOf('\r') >= 0;
    int copied = 0;
    int line = 1;
    int lineEnd = 0;
    for (Part part : found) {
      line += newlines(text, copied, part.from());
      after.append(text, copied, part.from());
      kept.append(hidden, copied, part.from());
      if (ownEnds) {
        lineEnd = endOfLine(text, Math.max(lineEnd, part.to()));
      }
      String put = ownEnds ? withEnds(text, part, lineEnd, instead, usual) : instead;
      after.append(put);
      kept.append(put);
      int last = line + newlines(text, part.from(), part.to() - 1);
      touched.add(new LineSpan(line, last));
      line = last + newlines(text, part.to() - 1, part.to());
      copied = part.to();
    }
    after.append(text, copied, text.length());
    kept.append(hidden, copied, text.length());
    if (MaskedText.of(at.toString(), after.toString()).isLaidBare(kept.toString())) {
      return impossible(
          ErrorCode.INVALID_ARGUMENTS,
          at + ": the edit would show a masked secret, or a part of it." + ABOUT_SECRETS);
    }
    return new WriteResult.Replaced(
        work.file().with(after.toString()), new TouchedLines.Spans(touched));
  }

  /// The index of the next line end, or the text's length.
  private static int endOfLine(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  /// A replacement with the ends of the lines that it replaces.
  ///
  /// @param rest the index of the line end behind the part
  private static String withEnds(String text, Part part, int rest, String instead, String usual) {
    List<TextLine> old = TextLine.of(text.substring(part.from(), part.to()));
    int end = text.startsWith("\r\n", rest) ? rest + 2 : Math.min(rest + 1, text.length());
    String first = old.isEmpty() ? "" : old.getFirst().end();
    String own = first.isEmpty() && rest < end ? text.substring(rest, end) : first;
    return TextLine.inPlaceOf(old, instead, own.isEmpty() ? usual : own);
  }

  /// Line ends as readers count them: LF, CR LF, and CR alone.
  private static int newlines(String text, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean alone = c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
      count += c == '\n' || alone ? 1 : 0;
    }
    return count;
  }

  private static WriteResult impossible(ErrorCode code, String message) {
    return new WriteResult.Impossible(new ToolError(code, message));
  }
}
