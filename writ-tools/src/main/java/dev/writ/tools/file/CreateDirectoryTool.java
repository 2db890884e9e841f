// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.file;

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

/// Makes a directory with its parents; one that is there already is success.
public final class CreateDirectoryTool implements Tool<CreateDirectoryTool.Arguments> {
  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("create_directory", "make_directory", "mkdir", "create_dir"),
              "Create a directory with its parents.",
              EffectClass.WRITE,
              List.of(ToolLimits.path()),
              a -> new Arguments(a.text("path")))
          .after(ToolCatalogue.MORE_TOOLS);

  record Arguments(String path) {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws IOException {
    PathLocation at = view.locate(arguments.path());
    return List.of(new Mutation.MakeDirectory(at, view.exact(at)));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Mutation.MakeDirectory effect =
        (Mutation.MakeDirectory) warrant.proposal().effects().getFirst();
    boolean made = !warrant.mutate(List.of(effect)).isEmpty();
    return new ToolResult.Success((made ? "Created " : "There already: ") + effect.at());
  }
}
