// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Content;
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

/// Creates a file or replaces one whole.
final class WriteFile implements Tool<WriteFile.Arguments> {
  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("write_file", "write_to_file", "create_file"),
          "Create a file, or replace one that was read whole. Prefer edit_file for changes.",
          EffectClass.WRITE,
          List.of(
              Limits.path(),
              Parameter.required(
                  "content", new Type.Text(Limits.CONTENT_CHARS), "contents", "text")),
          a -> new Arguments(a.text("path"), a.text("content")));

  record Arguments(String path, String content) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    Location at = view.locate(arguments.path());
    FileState before = view.state(at);
    Content after = FileHabits.apply(before, arguments.content());
    return List.of(
        new Effect.WritePath(
            at, before, new Effect.After.Replaced(after, new Effect.Touched.All())));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.WritePath effect = (Effect.WritePath) warrant.proposal().effects().getFirst();
    Change change = warrant.write(effect);
    int bytes = change.after() instanceof FileState.Present(Content content) ? content.size() : 0;
    String done = change.kind() == Change.Kind.CREATE ? "Created" : "Replaced";
    String text = "%s %s (%d bytes, %s)".formatted(done, change.path(), bytes, change.count());
    boolean small =
        change.kind() == Change.Kind.MODIFY
            && change.count().added() + change.count().removed() < 10
            && bytes > 2000;
    return new ToolResult.Success(
        small ? text + ". Little changed: edit_file is cheaper." : text,
        false,
        Json.object().put("bytes_written", bytes).build());
  }
}
