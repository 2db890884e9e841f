// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect.After;
import dev.writ.kernel.call.Effect.FileState;
import dev.writ.kernel.call.Effect.Touched;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.LineSpan;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.ToolError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Finding a text in a file and putting another in its place. It works on bytes, held one per
/// character, so that whatever is not touched stays as it was, valid UTF-8 or not. A text that a
/// model wrote with LF also finds CR LF, and is then replaced by CR LF.
record Replacement(Location at, FileState before, String oldText, String newText) {
  private static final int MAX_SHOWN_LINES = 20;

  static Replacement of(Location at, FileState before, String oldText, String newText) {
    return new Replacement(at, before, oldText, newText);
  }

  After apply(boolean all) {
    return switch (before) {
      case FileState.Unusable(ToolError error) -> new After.Impossible(error);
      case FileState.Absent() ->
          impossible(ErrorCode.FILE_NOT_FOUND, "There is no file " + at + " to edit");
      case FileState.Present(Content content) -> apply(content, all);
    };
  }

  private After apply(Content content, boolean all) {
    if (oldText.isEmpty()) {
      return impossible(ErrorCode.INVALID_ARGUMENTS, "old_text is empty");
    }
    if (oldText.equals(newText)) {
      return impossible(ErrorCode.INVALID_ARGUMENTS, "old_text and new_text are the same");
    }
    String text = content.latin1();
    String wanted = bytes(oldText);
    String instead = bytes(newText);
    List<Integer> found = occurrences(text, wanted);
    if (found.isEmpty() && !oldText.contains("\r") && text.contains("\r\n")) {
      wanted = wanted.replace("\n", "\r\n");
      instead = instead.replace("\r\n", "\n").replace("\n", "\r\n");
      found = occurrences(text, wanted);
    }
    if (!wanted.contains("\n") && !newText.contains("\r") && FileHabits.mostlyCrlf(text)) {
      instead = instead.replace("\n", "\r\n");
    }
    if (found.isEmpty()) {
      return impossible(
          ErrorCode.EDIT_NOT_FOUND,
          at + ": old_text was not found." + Nearest.in(content, oldText));
    }
    if (found.size() > 1 && !all) {
      return impossible(ErrorCode.EDIT_NOT_UNIQUE, notUnique(text, found));
    }
    return replaced(text, found, wanted.length(), instead);
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static List<Integer> occurrences(String text, String wanted) {
    List<Integer> found = new ArrayList<>();
    for (int i = text.indexOf(wanted); i >= 0; i = text.indexOf(wanted, i + wanted.length())) {
      found.add(i);
    }
    return found;
  }

  private String notUnique(String text, List<Integer> found) {
    String lines =
        found.stream()
            .limit(MAX_SHOWN_LINES)
            .map(i -> Integer.toString(lineOf(text, i)))
            .collect(Collectors.joining(", "));
    return "%s: old_text occurs %d times, at lines %s%s"
        .formatted(at, found.size(), lines, found.size() > MAX_SHOWN_LINES ? ", …" : "");
  }

  private static int lineOf(String text, int index) {
    return newlines(text, 0, index) + 1;
  }

  private static After replaced(String text, List<Integer> found, int length, String instead) {
    StringBuilder after = new StringBuilder(text.length());
    List<LineSpan> touched = new ArrayList<>();
    int copied = 0;
    int line = 1;
    for (int from : found) {
      line += newlines(text, copied, from);
      after.append(text, copied, from).append(instead);
      int to = from + length;
      int last = line + newlines(text, from, to - 1);
      touched.add(new LineSpan(line, last));
      line = last + newlines(text, to - 1, to);
      copied = to;
    }
    after.append(text, copied, text.length());
    Content content = Content.of(after.toString().getBytes(StandardCharsets.ISO_8859_1));
    return new After.Replaced(content, new Touched.Spans(touched));
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

  private static After impossible(ErrorCode code, String message) {
    return new After.Impossible(new ToolError(code, message));
  }
}
