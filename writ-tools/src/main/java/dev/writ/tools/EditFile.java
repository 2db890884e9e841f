// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.FileState;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Change;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.io.IOException;
import java.util.List;

/// Replaces text in a file that was read. Bytes that it doesn't touch stay as they were.
final class EditFile implements Tool<EditFile.Arguments> {
  private static final int MAX_DIFF_LINES = 60;

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("edit_file", "str_replace", "replace_in_file"),
          "Replace exact text in a file that was read. old_text must occur once unless"
              + " replace_all.",
          EffectClass.WRITE,
          List.of(
              Limits.path(),
              Parameter.required(
                  "old_text", new Type.Text(Limits.CONTENT_CHARS), "old_string", "old_str"),
              Parameter.required(
                  "new_text", new Type.Text(Limits.CONTENT_CHARS), "new_string", "new_str"),
              Parameter.optional("replace_all", new Type.Flag())),
          a ->
              new Arguments(
                  a.text("path"),
                  a.text("old_text"),
                  a.text("new_text"),
                  a.flag("replace_all", false)));

  record Arguments(String path, String oldText, String newText, boolean replaceAll) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    Location at = view.locate(arguments.path());
    FileState before = view.state(at);
    Effect.After after =
        Replacement.of(at, before, arguments.oldText(), arguments.newText())
            .apply(arguments.replaceAll());
    return List.of(new Effect.WritePath(at, before, after));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.WritePath effect = (Effect.WritePath) warrant.proposal().effects().getFirst();
    Change change = warrant.write(effect);
    return new ToolResult.Success(
        "Edited %s (%s)%n%s".formatted(change.path(), change.count(), change.diff(MAX_DIFF_LINES)),
        false,
        Json.object()
            .put("changed", change.count().toString())
            .put("replacements", replacements(effect.after()))
            .build());
  }

  /// A span for each.
  private static int replacements(Effect.After after) {
    return after instanceof Effect.After.Replaced(var _, Effect.Touched.Spans(var spans))
        ? spans.size()
        : 0;
  }
}
