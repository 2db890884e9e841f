// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.tools.ToolLimits;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Moves or renames a file or directory to a place where nothing is.
public final class MovePathTool implements Tool<MovePathTool.Arguments> {
  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("move_path", "move_file", "rename_file", "rename_path"),
              "Move or rename a file or directory; to must not exist.",
              EffectClass.WRITE,
              List.of(
                  ParameterSpec.required(
                      "from",
                      new ValueType.TextType(ToolLimits.PATH_CHARS),
                      "source",
                      "old_path",
                      "src"),
                  ParameterSpec.required(
                      "to",
                      new ValueType.TextType(ToolLimits.PATH_CHARS),
                      "destination",
                      "new_path",
                      "dest")),
              a -> new Arguments(a.text("from"), a.text("to")))
          .after(ToolCatalogue.MORE_TOOLS);

  record Arguments(String from, String to) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    PathLocation from = view.locateItself(arguments.from());
    PathLocation to = view.locateItself(arguments.to());
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
