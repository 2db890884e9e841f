// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.RefusedException;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Ends a command in the background, with all that it started.
final class StopCommand implements Tool<StopCommand.Arguments> {
  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("stop_command", "kill_background"),
          "End a background command; returns its last output.",
          EffectClass.CONTROL,
          List.of(
              Parameter.required("id", new Type.Text(CommandOutput.MAX_ID_CHARS), "command_id")),
          a -> new Arguments(a.text("id")));

  record Arguments(String id) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public Optional<String> follows() {
    return Optional.of(RunBackground.NAME);
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    CommandOutput.known(arguments.id(), view);
    return List.of(new Effect.StopCommand(arguments.id()));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant) throws IOException {
    Effect.StopCommand effect = (Effect.StopCommand) warrant.proposal().effects().getFirst();
    return CommandOutput.result(arguments.id(), warrant.stop(effect));
  }
}
