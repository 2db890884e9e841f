// Implements: docs/spec/04-conversation.md §4.4 (Shared brain)
package dev.writ.tools;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Catalogue;
import dev.writ.kernel.gate.RefusedException;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Writes down what was learned, under a heading with the date, behind all that the file has.
final class RecordLesson implements Tool<RecordLesson.Arguments> {
  /// The files that agents read, the first of which that is there is used.
  private static final List<String> FILES = List.of("AGENTS.md", "AGENT.md", "CLAUDE.md");

  private static final int MAX_LESSON_CHARS = 2000;

  /// The largest file that is added to, in bytes: it goes into every prompt.
  private static final int MAX_FILE_BYTES = 1024 * 1024;

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("record_lesson", "remember"),
          "Add a decision, lesson or fix of a recurring failure to AGENTS.md.",
          EffectClass.WRITE,
          List.of(Parameter.required("lesson", new Type.Text(MAX_LESSON_CHARS), "text")),
          a -> new Arguments(a.text("lesson")));

  record Arguments(String lesson) {}

  @Override
  public Optional<String> follows() {
    return Optional.of(Catalogue.MORE_TOOLS);
  }

  @Override
  public Spec<Arguments> spec() {
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
    Location at = file(view);
    FileState before = view.state(at);
    if (!(before instanceof FileState.Present(Content content))) {
      return List.of(written(at, before, "# Notes for agents\n\n" + section(view, lesson)));
    }
    if (known(content.text(), lesson)) {
      return List.of(new Effect.ReadPath(at, Effect.ReadPath.Extent.FILE));
    }
    if (content.size() > MAX_FILE_BYTES) {
      throw new RefusedException(
          new ToolError(ErrorCode.TOO_LARGE, at + " is too large to add to; shorten it first"));
    }
    return List.of(written(at, before, behind(content, view, lesson)));
  }

  private static Location file(WorkspaceView view) throws IOException {
    for (String name : FILES) {
      Location at = view.locate(name);
      if (view.state(at) instanceof FileState.Present) {
        return at;
      }
    }
    return view.locate(FILES.getFirst());
  }

  /// One line that is nothing but text wherever it is read.
  private static String inert(String text) {
    String line = String.join(" ", text.strip().split("\\s+", -1));
    return Inert.line(line).replace("<!--", "&lt;!--").replace("```", "'");
  }

  private static boolean known(String text, String lesson) {
    String wanted = squeezed(lesson);
    return text.lines().anyMatch(line -> squeezed(line).equals(wanted));
  }

  /// Without what is no matter: case, blanks, the list's mark and a final full stop.
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
  private static String behind(Content content, WorkspaceView view, String lesson) {
    List<String> lines = content.text().lines().filter(line -> !line.isBlank()).toList();
    String last = lines.isEmpty() ? "" : lines.getLast().strip();
    String heading =
        lines.stream().filter(line -> line.startsWith("#")).reduce("", (_, next) -> next).strip();
    String start = content.text().isEmpty() || content.text().endsWith("\n") ? "" : "\n";
    boolean today = heading.equals(heading(view)) && last.startsWith("- ");
    String text = start + (today ? "- " + lesson + "\n" : "\n" + section(view, lesson));
    return text.replace("\n", TextLine.usualEnd(TextLine.of(content.text())));
  }

  private static Effect.WritePath written(Location at, FileState before, String added) {
    Content after;
    if (before instanceof FileState.Present(Content content)) {
      EditableText old = EditableText.of(content);
      after = old.with(old.text() + old.units(added));
    } else {
      after = Content.of(added);
    }
    return new Effect.WritePath(
        at, before, new Effect.After.Replaced(after, new Effect.Touched.Behind()));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    if (!(warrant.proposal().effects().getFirst() instanceof Effect.WritePath effect)) {
      return new ToolResult.Success("That is written down already");
    }
    Change change = warrant.write(effect);
    return new ToolResult.Success("Written down in %s".formatted(change.path()));
  }
}
