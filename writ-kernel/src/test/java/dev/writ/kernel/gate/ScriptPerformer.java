// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Runs a command line.
final class ScriptPerformer implements Tool<ScriptPerformer.Arguments> {
  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("run"),
          "Run a command line.",
          EffectClass.EXECUTE,
          List.of(Parameter.required("line", new Type.Text(100))),
          a -> new Arguments(a.text("line")));

  record Arguments(String line) {}

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    Effect.RunCommand.Limits limits = new Effect.RunCommand.Limits(60, 1 << 20, 1 << 20);
    return List.of(
        view.command(view.parsed(arguments.line(), "."), ".", limits, Optional.empty(), List.of()));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    Warrant.Ran ran = warrant.run((Effect.RunCommand) warrant.proposal().effects().getFirst());
    return new ToolResult.Success(ran.exitCode() + " " + ran.stderr().text());
  }
}
