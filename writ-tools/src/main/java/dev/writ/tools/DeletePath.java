// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.Inventory;
import dev.writ.kernel.call.Location;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Deletes a file, or a directory with all that is in it. The proposal holds everything that goes,
/// so nothing else goes, and all of it can be brought back.
final class DeletePath implements Tool<DeletePath.Arguments> {
  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("delete_path", "delete_file", "remove_file", "delete_directory"),
          "Delete a file, or with recursive a directory.",
          EffectClass.WRITE,
          List.of(Limits.path(), Parameter.optional("recursive", new Type.Flag())),
          a -> new Arguments(a.text("path"), a.flag("recursive", false)));

  record Arguments(String path, boolean recursive) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    Location at = view.locateItself(arguments.path());
    Inventory what = view.inventory(at);
    if (what.holdsMore() && !arguments.recursive()) {
      what =
          new Inventory(what.items(), Optional.empty())
              .refused(
                  new ToolError(
                      ErrorCode.NOT_A_FILE,
                      at + " is a directory that is not empty",
                      "Delete what is meant in it, or set recursive"));
    }
    return List.of(new Mutation.DeletePath(at, what));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Mutation.DeletePath effect = (Mutation.DeletePath) warrant.proposal().effects().getFirst();
    int count = warrant.mutate(List.of(effect)).size();
    String items = count == 1 ? "" : " (" + count + " files and directories)";
    return new ToolResult.Success(
        "Deleted " + effect.at() + items + "; undo brings it back",
        false,
        Json.object().put("deleted", count).build());
  }
}
