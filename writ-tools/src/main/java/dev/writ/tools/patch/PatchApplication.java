// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.LineSpan;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect.TouchedLines;
import dev.writ.kernel.call.Effect.WriteResult;
import dev.writ.kernel.policy.MaskedText;
import dev.writ.tools.text.EditableText;
import dev.writ.tools.text.NearestText;
import dev.writ.tools.text.TextLine;
import dev.writ.tools.text.TextReplacement;
import java.util.ArrayList;
import java.util.List;

/// Hunks put into a file's text. Lines that stay keep their bytes and ends; new ones get the end of
/// the line before them; the last line is ended as it was, unless the patch says otherwise.
///
/// @param after what comes of it, or why nothing does
/// @param report where each hunk went and with what fuzz
record PatchApplication(WriteResult after, List<String> report) {
  static PatchApplication of(String path, FileState before, List<PatchHunk> hunks) {
    return switch (before) {
      case FileState.Unusable(ToolError error) -> failed(error);
      case FileState.Link _ -> failed(ErrorCode.NOT_A_FILE, DisplayText.named(path) + " is a link");
      case FileState.Directory() ->
          failed(ErrorCode.NOT_A_FILE, DisplayText.named(path) + " is a directory");
      case FileState.Absent() ->
          failed(
              ErrorCode.FILE_NOT_FOUND,
              "There is no file " + DisplayText.named(path) + " to patch");
      case FileState.Present(FileContent content) when content.binary() ->
          failed(ErrorCode.BINARY_FILE, DisplayText.named(path) + " is binary");
      case FileState.Present(FileContent content) -> new Work(path, content).patched(hunks);
    };
  }

  private static PatchApplication failed(ErrorCode code, String message) {
    return failed(new ToolError(code, message));
  }

  private static PatchApplication failed(ToolError error) {
    return new PatchApplication(new WriteResult.Impossible(error), List.of());
  }

  /// The text while it is put together.
  private static final class Work {
    private final String path;
    private final FileContent content;
    private final EditableText file;
    private final List<TextLine> lines;

    /// The lines without their secrets, by which the hunks find their places.
    private final List<TextLine> hidden;

    private final String usual;
    private final List<TextLine> out = new ArrayList<>();

    /// The same as the lines so far, without the secrets that were there before.
    private final List<TextLine> kept = new ArrayList<>();

    private final List<LineSpan> touched = new ArrayList<>();
    private final List<String> report = new ArrayList<>();
    private int next;
    private boolean alone = true;

    Work(String path, FileContent content) {
      this.path = path;
      this.content = content;
      this.file = EditableText.of(content);
      this.lines = TextLine.of(file.text());
      this.hidden = TextLine.of(MaskedText.of(path, file.text()).hidden());
      this.usual = TextLine.usualEnd(lines);
    }

    PatchApplication patched(List<PatchHunk> hunks) {
      HunkPlace.Search search = new HunkPlace.Search(TextLine.texts(hidden));
      boolean ended = lines.isEmpty() || !lines.getLast().end().isEmpty();
      for (PatchHunk hunk : hunks) {
        HunkPlace place;
        try {
          place = search.of(inUnits(hunk), next);
        } catch (HunkPlace.NoPlaceException e) {
          String near = NearestText.in(path, content, String.join("\n", hunk.old()));
          String message = DisplayText.named(path) + ": " + hunk + e.getMessage() + near;
          return failed(ErrorCode.PATCH_FAILED, message);
        }
        put(place);
        report.add(told(hunk, place));
        ended = ended(hunk, place, ended);
      }
      keepUntil(lines.size());
      String text = TextLine.join(withEnds(out, ended));
      if (MaskedText.of(path, text).isLaidBare(TextLine.join(withEnds(kept, ended)))) {
        String message = ": the patch would show a masked secret, or a part of it.";
        return failed(
            ErrorCode.PATCH_FAILED,
            DisplayText.named(path) + message + TextReplacement.ABOUT_SECRETS);
      }
      FileContent whole = file.with(text);
      if (whole.equals(content)) {
        return failed(
            ErrorCode.PATCH_FAILED, DisplayText.named(path) + ": the patch changes nothing");
      }
      TouchedLines spans =
          alone ? new TouchedLines.Spans(touched) : new TouchedLines.Chosen(touched);
      return new PatchApplication(new WriteResult.Replaced(whole, spans), report);
    }

    private PatchHunk inUnits(PatchHunk hunk) {
      List<PatchHunk.HunkLine> body = new ArrayList<>();
      for (PatchHunk.HunkLine line : hunk.lines()) {
        body.add(new PatchHunk.HunkLine(line.kind(), file.units(line.text()), line.ended()));
      }
      List<String> anchors = hunk.anchors().stream().map(file::units).toList();
      return new PatchHunk(
          hunk.number(), hunk.patchLine(), hunk.stated(), anchors, body, hunk.atEnd());
    }

    private void keepUntil(int end) {
      out.addAll(lines.subList(next, end));
      kept.addAll(hidden.subList(next, end));
      next = end;
    }

    private void put(HunkPlace place) {
      keepUntil(place.at());
      String end = place.at() > 0 ? lines.get(place.at() - 1).end() : "";
      for (PatchHunk.HunkLine line : place.hunk().lines()) {
        if (line.isOld()) {
          String there = lines.get(next).end();
          end = there.isEmpty() ? end : there;
          if (line.kind() == PatchHunk.HunkLineKind.CONTEXT) {
            keepUntil(next + 1);
          } else {
            next++;
          }
        } else {
          TextLine added = new TextLine(line.text(), end.isEmpty() ? usual : end);
          out.add(added);
          kept.add(added);
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
    private boolean ended(PatchHunk hunk, HunkPlace place, boolean before) {
      if (next < lines.size() || hunk.lines().isEmpty()) {
        return before;
      }
      boolean oldOpen = false;
      boolean newOpen = false;
      for (PatchHunk.HunkLine line : place.hunk().lines()) {
        oldOpen |= !line.ended() && line.isOld();
        newOpen |= !line.ended() && line.kind() != PatchHunk.HunkLineKind.REMOVED;
      }
      return !newOpen && (before || oldOpen);
    }

    private List<TextLine> withEnds(List<TextLine> all, boolean ended) {
      List<TextLine> result = new ArrayList<>(all.size());
      for (int i = 0; i < all.size(); i++) {
        TextLine line = all.get(i);
        boolean last = i + 1 == all.size();
        if (last && !ended) {
          result.add(new TextLine(line.text(), ""));
        } else {
          result.add(line.end().isEmpty() ? new TextLine(line.text(), usual) : line);
        }
      }
      return result;
    }

    private static String told(PatchHunk hunk, HunkPlace place) {
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

    private static int off(PatchHunk hunk, HunkPlace place) {
      int head = hunk.contextBefore() - place.hunk().contextBefore();
      return place.at() + 1 - hunk.stated() - head;
    }
  }
}
