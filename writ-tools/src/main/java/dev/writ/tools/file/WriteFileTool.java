// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.records.change.FileChange;
import dev.writ.tools.ToolLimits;
import java.io.IOException;
import java.util.List;

/// Creates a file or replaces one whole.
public final class WriteFileTool implements Tool<WriteFileTool.Arguments> {
  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("write_file", "write_to_file", "create_file"),
          "Create a file, or replace one that was read whole. Prefer edit_file for changes.",
          EffectClass.WRITE,
          List.of(
              ToolLimits.path(),
              ParameterSpec.required(
                  "content", new ValueType.TextType(ToolLimits.CONTENT_CHARS), "contents", "text")),
          a -> new Arguments(a.text("path"), a.text("content")));

  record Arguments(String path, String content) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    PathLocation at = view.locate(arguments.path());
    FileState before = view.state(at);
    FileContent after = FileHabits.apply(before, arguments.content());
    return List.of(
        new Effect.WritePath(
            at,
            before,
            new Effect.WriteResult.Replaced(after, new Effect.TouchedLines.AllLines())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.WritePath effect = (Effect.WritePath) warrant.proposal().effects().getFirst();
    FileChange change = warrant.write(effect);
    int bytes =
        change.after() instanceof FileState.Present(FileContent content) ? content.size() : 0;
    String done = change.kind() == FileChange.ChangeKind.CREATE ? "Created" : "Replaced";
    String text = "%s %s (%s bytes, %s)".formatted(done, change.path(), bytes, change.count());
    boolean small =
        change.kind() == FileChange.ChangeKind.MODIFY
            && change.count().added() + change.count().removed() < 10
            && bytes > 2000;
    return new ToolResult.Success(
        small ? text + ". Little changed: edit_file is cheaper." : text,
        false,
        Json.object()
            .put("bytes_written", bytes)
            .put("changed", change.count().toString())
            .build());
  }
}
