// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.MaskedText;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.records.change.FileChange;
import dev.writ.tools.ToolLimits;
import dev.writ.tools.text.TextReplacement;
import java.io.IOException;
import java.util.List;

/// Replaces text in a file that was read. Bytes that it doesn't touch stay as they were.
public final class EditFileTool implements Tool<EditFileTool.Arguments> {
  private static final int MAX_DIFF_LINES = 60;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("edit_file", "str_replace", "replace_in_file"),
          "Replace exact text in a file that was read. old_text must occur once unless"
              + " replace_all.",
          EffectClass.WRITE,
          List.of(
              ToolLimits.path(),
              ParameterSpec.required(
                  "old_text",
                  new ValueType.TextType(ToolLimits.CONTENT_CHARS),
                  "old_string",
                  "old_str"),
              ParameterSpec.required(
                  "new_text",
                  new ValueType.TextType(ToolLimits.CONTENT_CHARS),
                  "new_string",
                  "new_str"),
              ParameterSpec.optional("replace_all", new ValueType.Flag())),
          a ->
              new Arguments(
                  a.text("path"),
                  a.text("old_text"),
                  a.text("new_text"),
                  a.flag("replace_all", false)));

  record Arguments(String path, String oldText, String newText, boolean replaceAll) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    PathLocation at = view.locate(arguments.path());
    FileState before = view.state(at);
    Effect.WriteResult after =
        TextReplacement.of(at, before, arguments.oldText(), arguments.newText())
            .apply(arguments.replaceAll());
    return List.of(new Effect.WritePath(at, before, after));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.WritePath effect = (Effect.WritePath) warrant.proposal().effects().getFirst();
    FileChange change = warrant.write(effect);
    String diff = change.diff(MAX_DIFF_LINES, MaskedText.shownAt(change.path().toString()));
    return new ToolResult.Success(
        "Edited %s (%s)%n%s".formatted(change.path(), change.count(), diff),
        false,
        Json.object()
            .put("changed", change.count().toString())
            .put("replacements", replacements(effect.after()))
            .build());
  }

  /// A span for each.
  private static int replacements(Effect.WriteResult after) {
    return after instanceof Effect.WriteResult.Replaced(var _, Effect.TouchedLines.Spans(var spans))
        ? spans.size()
        : 0;
  }
}
