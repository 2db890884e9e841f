// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools.command;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.io.IOException;
import java.util.List;

/// Ends a command in the background, with all that it started.
public final class StopCommandTool implements Tool<StopCommandTool.Arguments> {
  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("stop_command", "kill_background"),
              "End a background command; returns its last output.",
              EffectClass.CONTROL,
              List.of(
                  ParameterSpec.required(
                      "id", new ValueType.TextType(CommandOutputTool.MAX_ID_CHARS), "command_id")),
              a -> new Arguments(a.text("id")))
          .after(RunBackgroundTool.NAME);

  record Arguments(String id) {}

  /// The tool has no state.
  public StopCommandTool() {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    CommandOutputTool.known(arguments.id(), view);
    return List.of(new Effect.StopCommand(arguments.id()));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.StopCommand effect = (Effect.StopCommand) warrant.proposal().effects().getFirst();
    return CommandOutputTool.result(arguments.id(), warrant.stop(effect));
  }
}
