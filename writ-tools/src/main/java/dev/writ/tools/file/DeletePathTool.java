// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.call.PlaceInventory;
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

/// Deletes a file, or a directory with all that is in it. The proposal holds everything that goes,
/// so nothing else goes, and all of it can be brought back.
public final class DeletePathTool implements Tool<DeletePathTool.Arguments> {
  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of(
                  "delete_path", "delete_file", "remove_file", "delete_directory"),
              "Delete a file, or with recursive a directory.",
              EffectClass.WRITE,
              List.of(ToolLimits.path(), ParameterSpec.optional("recursive", new ValueType.Flag())),
              a -> new Arguments(a.text("path"), a.flag("recursive", false)))
          .after(ToolCatalogue.MORE_TOOLS);

  record Arguments(String path, boolean recursive) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    PathLocation at = view.locateItself(arguments.path());
    PlaceInventory what = view.inventory(at);
    if (what.holdsMore() && !arguments.recursive()) {
      what =
          new PlaceInventory(what.items(), Optional.empty())
              .refused(
                  new ToolError(
                      ErrorCode.NOT_A_FILE,
                      DisplayText.named(at) + " is a directory that is not empty",
                      "Delete single files in it, or set recursive"));
    }
    return List.of(new Mutation.DeletePath(at, what));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Mutation.DeletePath effect = (Mutation.DeletePath) warrant.proposal().effects().getFirst();
    int count = warrant.mutate(List.of(effect)).size();
    String items = count == 1 ? "" : " (" + count + " files and directories)";
    return new ToolResult.Success(
        "Deleted " + effect.at() + items + "; undo restores it",
        false,
        Json.object().put("deleted", count).build());
  }
}
