// Implements: docs/spec/04-conversation.md §4.4 (Shared brain)
package dev.writ.tools.session;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.records.change.FileChange;
import dev.writ.tools.text.EditableText;
import dev.writ.tools.text.TextLine;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/// Writes down what was learned, under a heading with the date, behind all that the file has.
public final class RecordLessonTool implements Tool<RecordLessonTool.Arguments> {
  /// The files that agents read; the first existing one is used.
  private static final List<String> FILES = List.of("AGENTS.md", "AGENT.md", "CLAUDE.md");

  private static final int MAX_LESSON_CHARS = 2000;

  /// The largest file that is added to, in bytes: it goes into every prompt.
  private static final int MAX_FILE_BYTES = 1024 * 1024;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("record_lesson", "remember"),
              "Add a decision, lesson or fix of a recurring failure to AGENTS.md.",
              EffectClass.WRITE,
              List.of(
                  ParameterSpec.required(
                      "lesson", new ValueType.TextType(MAX_LESSON_CHARS), "text")),
              a -> new Arguments(a.text("lesson")))
          .after(ToolCatalogue.MORE_TOOLS);

  record Arguments(String lesson) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view)
      throws IOException, RefusedException {
    String lesson = inert(view.masked(arguments.lesson()));
    if (lesson.isEmpty()) {
      throw new RefusedException(
          new ToolError(ErrorCode.INVALID_ARGUMENTS, "record_lesson: the lesson is empty"));
    }
    PathLocation at = file(view);
    FileState before = view.state(at);
    if (!(before instanceof FileState.Present(FileContent content))) {
      return List.of(written(at, before, "# Notes for agents\n\n" + section(view, lesson)));
    }
    if (known(content.text(), lesson)) {
      return List.of(new Effect.ReadPath(at, Effect.ReadPath.ReadExtent.FILE));
    }
    if (content.size() > MAX_FILE_BYTES) {
      throw new RefusedException(
          new ToolError(ErrorCode.TOO_LARGE, at + " is too large to add to; shorten it first"));
    }
    return List.of(written(at, before, behind(content, view, lesson)));
  }

  private static PathLocation file(WorkspaceView view) throws IOException {
    for (String name : FILES) {
      PathLocation at = view.locate(name);
      if (view.state(at) instanceof FileState.Present) {
        return at;
      }
    }
    return view.locate(FILES.getFirst());
  }

  /// One line that is nothing but text wherever it is read.
  private static String inert(String text) {
    String line = String.join(" ", text.strip().split("\\s+", -1));
    return DisplayText.line(line).replace("<!--", "&lt;!--").replace("```", "'");
  }

  private static boolean known(String text, String lesson) {
    String wanted = squeezed(lesson);
    return text.lines().anyMatch(line -> squeezed(line).equals(wanted));
  }

  /// Without insignificant parts: case, blanks, the list's mark and a final full stop.
  private static String squeezed(String line) {
    String plain = line.strip().toLowerCase(Locale.ROOT);
    String item = plain.startsWith("- ") || plain.startsWith("* ") ? plain.substring(2) : plain;
    String words = String.join(" ", item.strip().split("\\s+", -1));
    return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
  }

  private static String heading(WorkspaceView view) {
    return "## " + view.today();
  }

  private static String section(WorkspaceView view, String lesson) {
    return heading(view) + "\n\n- " + lesson + "\n";
  }

  /// The bytes that are there stay as they are.
  private static String behind(FileContent content, WorkspaceView view, String lesson) {
    List<String> lines = content.text().lines().filter(line -> !line.isBlank()).toList();
    String last = lines.isEmpty() ? "" : lines.getLast().strip();
    String heading =
        lines.stream().filter(line -> line.startsWith("#")).reduce("", (_, next) -> next).strip();
    String start = content.text().isEmpty() || content.text().endsWith("\n") ? "" : "\n";
    boolean today = heading.equals(heading(view)) && last.startsWith("- ");
    String text = start + (today ? "- " + lesson + "\n" : "\n" + section(view, lesson));
    return text.replace("\n", TextLine.usualEnd(TextLine.of(content.text())));
  }

  private static Effect.WritePath written(PathLocation at, FileState before, String added) {
    FileContent after;
    if (before instanceof FileState.Present(FileContent content)) {
      EditableText old = EditableText.of(content);
      after = old.with(old.text() + old.units(added));
    } else {
      after = FileContent.of(added);
    }
    return new Effect.WritePath(
        at,
        before,
        new Effect.WriteResult.Replaced(after, new Effect.TouchedLines.AppendedLines()));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    if (!(warrant.proposal().effects().getFirst() instanceof Effect.WritePath effect)) {
      return new ToolResult.Success("AGENTS.md contains this already");
    }
    FileChange change = warrant.write(effect);
    return new ToolResult.Success("Recorded in %s".formatted(change.path()));
  }
}
