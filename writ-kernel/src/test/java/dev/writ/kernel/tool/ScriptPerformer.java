// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.tool;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Runs a command line, and names the changes that were permitted and are not there.
public final class ScriptPerformer implements Tool<ScriptPerformer.Arguments> {
  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("run"),
          "Run a command line.",
          EffectClass.EXECUTE,
          List.of(ParameterSpec.required("line", new ValueType.TextType(100))),
          a -> new Arguments(a.text("line")));

  record Arguments(String line) {}

  /// A performer without state.
  public ScriptPerformer() {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    Effect.RunCommand.RunLimits limits = new Effect.RunCommand.RunLimits(60, 1 << 20, 1 << 20);
    return List.of(
        view.command(view.parsed(arguments.line(), "."), ".", limits, Optional.empty(), List.of()));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    Warrant.Ran ran = warrant.run((Effect.RunCommand) warrant.proposal().effects().getFirst());
    StringBuilder told = new StringBuilder(ran.exitCode() + " " + ran.stderr().text());
    for (CommandReport.MissedChange missed : ran.report().changes().unapplied()) {
      told.append("\n").append(missed.code()).append(": ").append(missed.words());
    }
    ran.report().changes().foreign().forEach(words -> told.append("\n").append(words));
    return new ToolResult.Success(told.toString());
  }
}
