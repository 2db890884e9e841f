// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Moves or renames a file or directory to a place where nothing is.
final class MovePath implements Tool<MovePath.Arguments> {
  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("move_path", "move_file", "rename_file", "rename_path"),
          "Move or rename a file or directory; to must not exist.",
          EffectClass.WRITE,
          List.of(
              Parameter.required(
                  "from", new Type.Text(Limits.PATH_CHARS), "source", "old_path", "src"),
              Parameter.required(
                  "to", new Type.Text(Limits.PATH_CHARS), "destination", "new_path", "dest")),
          a -> new Arguments(a.text("from"), a.text("to")));

  record Arguments(String from, String to) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    Location from = view.locateItself(arguments.from());
    Location to = view.locateItself(arguments.to());
    return List.of(
        new Mutation.MovePath(from, to, view.inventory(from), view.exact(to), Optional.empty()));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Mutation.MovePath effect = (Mutation.MovePath) warrant.proposal().effects().getFirst();
    int count = warrant.mutate(List.of(effect)).size();
    String items = count == 1 ? "" : " (" + count + " files and directories)";
    return new ToolResult.Success("Moved " + effect.from() + " to " + effect.to() + items);
  }
}
