// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools.command;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
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

/// Returns a background command's output since the last call, and whether it runs.
public final class CommandOutputTool implements Tool<CommandOutputTool.Arguments> {
  static final int MAX_ID_CHARS = 20;
  private static final int MAX_WAIT_SECONDS = 600;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of("command_output", "background_output"),
              "New output of a background command; wait: seconds to wait for some.",
              EffectClass.READ,
              List.of(
                  ParameterSpec.required("id", new ValueType.TextType(MAX_ID_CHARS), "command_id"),
                  ParameterSpec.optional(
                      "wait", new ValueType.WholeType(0, MAX_WAIT_SECONDS), "timeout")),
              a -> new Arguments(a.text("id"), a.whole("wait", 0)))
          .after(RunBackgroundTool.NAME);

  /// @param waitSeconds how long for something new
  record Arguments(String id, int waitSeconds) {}

  /// The tool has no state.
  public CommandOutputTool() {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    known(arguments.id(), view);
    return List.of(new Effect.ReadOutput(arguments.id(), arguments.waitSeconds()));
  }

  /// Refuses an id that nothing has.
  static void known(String id, WorkspaceView view) throws RefusedException {
    List<String> ids = view.background();
    if (!ids.contains(id)) {
      throw new RefusedException(
          new ToolError(
              ErrorCode.INVALID_ARGUMENTS,
              "id: there is no background command '%s'; there %s"
                  .formatted(id, ids.isEmpty() ? "is nothing" : "is " + String.join(", ", ids))));
    }
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    Effect.ReadOutput effect = (Effect.ReadOutput) warrant.proposal().effects().getFirst();
    return result(arguments.id(), warrant.output(effect));
  }

  /// The report on a background command.
  static ToolResult result(String id, Warrant.NewOutput news) {
    String text = CommandText.text(news.ended(), news.stdout(), news.stderr());
    boolean cut = news.stdout().cut() || news.stderr().cut();
    Json.Builder facts = Json.object().put("id", id);
    if (cut) {
      facts.put("original_size", news.stdout().totalBytes() + news.stderr().totalBytes());
    }
    if (news.ended().isEmpty()) {
      return new ToolResult.Success(id + " runs\n" + text, cut, facts.put("running", true).build());
    }
    Warrant.Ran ran = news.ended().get();
    if (!ran.report().tampered().isEmpty()) {
      String message =
          "%s changed protected paths: %s"
              .formatted(id, String.join(", ", ran.report().tampered()));
      return new ToolResult.Failure(
          new ToolError(ErrorCode.PROTECTED_PATH, message),
          facts.put(ToolResult.TAMPERED, true).build());
    }
    String how = ran.timedOut() ? " was ended at its time limit" : " has ended";
    return new ToolResult.Success(
        "%s%s after %d s%n%s".formatted(id, how, ran.took().toSeconds(), text),
        cut,
        facts
            .put("exit_code", ran.exitCode())
            .put("duration_ms", ran.took().toMillis())
            .put("sandbox", ran.report().sandbox())
            .build());
  }
}
