// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect.After;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.call.Effect.Touched;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.LineSpan;
import dev.writ.kernel.call.ToolError;
import java.util.ArrayList;
import java.util.List;

/// Hunks put into a file's text. Lines that stay keep their bytes and ends; new ones get the end of
/// the line before them; the last line is ended as it was, unless the patch says otherwise.
///
/// @param after what comes of it, or why nothing does
/// @param report where each hunk went and with what fuzz
record Patching(After after, List<String> report) {
  static Patching of(String path, FileState before, List<Hunk> hunks) {
    return switch (before) {
      case FileState.Unusable(ToolError error) -> failed(error);
      case FileState.Link _ -> failed(ErrorCode.NOT_A_FILE, path + " is a link");
      case FileState.Directory() -> failed(ErrorCode.NOT_A_FILE, path + " is a directory");
      case FileState.Absent() ->
          failed(ErrorCode.FILE_NOT_FOUND, "There is no file " + path + " to patch");
      case FileState.Present(Content content) when content.binary() ->
          failed(ErrorCode.BINARY_FILE, path + " is binary");
      case FileState.Present(Content content) -> new Work(content).patched(path, hunks);
    };
  }

  private static Patching failed(ErrorCode code, String message) {
    return failed(new ToolError(code, message));
  }

  private static Patching failed(ToolError error) {
    return new Patching(new After.Impossible(error), List.of());
  }

  /// The text while it is put together.
  private static final class Work {
    private final Content content;
    private final EditableText file;
    private final List<TextLine> lines;
    private final String usual;
    private final List<TextLine> out = new ArrayList<>();
    private final List<LineSpan> touched = new ArrayList<>();
    private final List<String> report = new ArrayList<>();
    private int next;
    private boolean alone = true;

    Work(Content content) {
      this.content = content;
      this.file = EditableText.of(content);
      this.lines = TextLine.of(file.text());
      this.usual = TextLine.usualEnd(lines);
    }

    Patching patched(String path, List<Hunk> hunks) {
      HunkPlace.Search search = new HunkPlace.Search(TextLine.texts(lines));
      boolean ended = lines.isEmpty() || !lines.getLast().end().isEmpty();
      for (Hunk hunk : hunks) {
        HunkPlace place;
        try {
          place = search.of(inUnits(hunk), next);
        } catch (HunkPlace.NoPlaceException e) {
          String near = Nearest.in(content, String.join("\n", hunk.old()));
          String message = path + ": " + hunk + e.getMessage() + near;
          return failed(ErrorCode.PATCH_FAILED, message);
        }
        put(place);
        report.add(told(hunk, place));
        ended = ended(hunk, place, ended);
      }
      out.addAll(lines.subList(next, lines.size()));
      Content whole = file.with(TextLine.join(withEnds(ended)));
      if (whole.equals(content)) {
        return failed(ErrorCode.PATCH_FAILED, path + ": the patch changes nothing");
      }
      Touched spans = alone ? new Touched.Spans(touched) : new Touched.Chosen(touched);
      return new Patching(new After.Replaced(whole, spans), report);
    }

    private Hunk inUnits(Hunk hunk) {
      List<Hunk.Line> body = new ArrayList<>();
      for (Hunk.Line line : hunk.lines()) {
        body.add(new Hunk.Line(line.kind(), file.units(line.text()), line.ended()));
      }
      List<String> anchors = hunk.anchors().stream().map(file::units).toList();
      return new Hunk(hunk.number(), hunk.patchLine(), hunk.stated(), anchors, body, hunk.atEnd());
    }

    private void put(HunkPlace place) {
      out.addAll(lines.subList(next, place.at()));
      next = place.at();
      String end = place.at() > 0 ? lines.get(place.at() - 1).end() : "";
      for (Hunk.Line line : place.hunk().lines()) {
        if (line.isOld()) {
          TextLine there = lines.get(next++);
          end = there.end().isEmpty() ? end : there.end();
          if (line.kind() == Hunk.Kind.CONTEXT) {
            out.add(there);
          }
        } else {
          out.add(new TextLine(line.text(), end.isEmpty() ? usual : end));
        }
      }
      int last = Math.max(place.at() + 1, next);
      if (!lines.isEmpty()) {
        touched.add(
            new LineSpan(
                next == place.at() ? Math.max(1, place.at()) : place.at() + 1,
                next == place.at() ? Math.max(1, place.at()) : last));
      }
      alone &= place.alone();
    }

    /// Whether the last line will be ended, as far as this hunk says.
    private boolean ended(Hunk hunk, HunkPlace place, boolean before) {
      if (next < lines.size() || hunk.lines().isEmpty()) {
        return before;
      }
      boolean oldOpen = false;
      boolean newOpen = false;
      for (Hunk.Line line : place.hunk().lines()) {
        oldOpen |= !line.ended() && line.isOld();
        newOpen |= !line.ended() && line.kind() != Hunk.Kind.REMOVED;
      }
      return !newOpen && (before || oldOpen);
    }

    private List<TextLine> withEnds(boolean ended) {
      List<TextLine> result = new ArrayList<>(out.size());
      for (int i = 0; i < out.size(); i++) {
        TextLine line = out.get(i);
        boolean last = i + 1 == out.size();
        if (last && !ended) {
          result.add(new TextLine(line.text(), ""));
        } else {
          result.add(line.end().isEmpty() ? new TextLine(line.text(), usual) : line);
        }
      }
      return result;
    }

    private static String told(Hunk hunk, HunkPlace place) {
      StringBuilder text = new StringBuilder("hunk ").append(hunk.number());
      text.append(" at line ").append(place.at() + 1);
      int off = hunk.stated() == 0 || hunk.old().isEmpty() ? 0 : off(hunk, place);
      if (off != 0) {
        text.append(", ").append(off > 0 ? "+" : "").append(off).append(" lines off");
      }
      return place.fuzz().isEmpty()
          ? text.toString()
          : text.append(", fuzz: ").append(place.fuzz()).toString();
    }

    private static int off(Hunk hunk, HunkPlace place) {
      int head = hunk.contextBefore() - place.hunk().contextBefore();
      return place.at() + 1 - hunk.stated() - head;
    }
  }
}
