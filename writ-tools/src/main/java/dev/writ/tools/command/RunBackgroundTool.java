// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools.command;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.Redirection;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.tools.ToolLimits;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Starts a pipeline in the background: a server, a watcher, or a command beyond the time limit.
public final class RunBackgroundTool implements Tool<RunBackgroundTool.Arguments> {
  static final String NAME = "run_background";

  private static final String NOWHERE = "/dev/null";
  private static final int MAX_TIMEOUT_SECONDS = 24 * 60 * 60;
  private static final int MAX_LINE_CHARS = 100_000;
  private static final int KEPT_STDOUT_BYTES = 1024 * 1024;
  private static final int KEPT_STDERR_BYTES = 256 * 1024;

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<Arguments>(
              ToolSpec.ToolNames.of(NAME),
              "Start a long-running pipeline (server, watcher, long test); returns its id.",
              EffectClass.EXECUTE,
              List.of(
                  ParameterSpec.required(
                      "command", new ValueType.TextType(MAX_LINE_CHARS), "cmd", "command_line"),
                  ParameterSpec.optional(
                      "working_dir",
                      new ValueType.TextType(ToolLimits.PATH_CHARS),
                      "cwd",
                      "directory"),
                  ParameterSpec.optional(
                      "timeout",
                      new ValueType.WholeType(1, MAX_TIMEOUT_SECONDS),
                      "timeout_seconds"),
                  RunCommandTool.SECRETS),
              a ->
                  new Arguments(
                      a.text("command"),
                      a.text("working_dir", "."),
                      a.whole("timeout", 0),
                      a.texts("secrets")))
          .after(ToolCatalogue.MORE_TOOLS);

  /// @param timeout in seconds; 0 for none
  /// @param secrets secret files of the workspace that the programs are to see
  record Arguments(String command, String workingDir, int timeout, List<String> secrets) {
    Arguments {
      secrets = List.copyOf(secrets);
    }
  }

  /// The tool has no state.
  public RunBackgroundTool() {}

  @Override
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    CommandLine line = view.parsed(arguments.command(), arguments.workingDir());
    if (line.steps().size() != 1 || !line.steps().getFirst().clause().lines().isEmpty()) {
      throw new RefusedException(
          new ToolError(
              ErrorCode.COMMAND_UNSUPPORTED,
              "run_background takes one pipeline, not several joined by && || ; or a condition",
              "Run the earlier commands with run_command, and only the last one in the"
                  + " background"));
    }
    if (line.commands().stream().anyMatch(RunBackgroundTool::writesFile)) {
      throw new RefusedException(
          new ToolError(
              ErrorCode.COMMAND_UNSUPPORTED,
              "run_background takes no redirection into a file",
              "Omit it; use command_output to read the command's output"));
    }
    Effect.RunCommand.RunLimits limits =
        new Effect.RunCommand.RunLimits(
            Effect.RunCommand.RunCourse.BACKGROUND,
            arguments.timeout(),
            KEPT_STDOUT_BYTES,
            KEPT_STDERR_BYTES);
    return List.of(
        view.command(line, arguments.workingDir(), limits, Optional.empty(), arguments.secrets()));
  }

  private static boolean writesFile(Command command) {
    return command.redirections().stream()
        .anyMatch(
            r ->
                r instanceof Redirection.OutputRedirection out
                    && !out.target().plain().equals(NOWHERE));
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    Effect.RunCommand run = (Effect.RunCommand) warrant.proposal().effects().getFirst();
    String id = warrant.start(run);
    return new ToolResult.Success(
        id
            + " started. See it with command_output, end it with stop_command; it ends with the"
            + " session. In the workspace it can write only build outputs and files that Git ignores"
            + (run.limits().course() == Effect.RunCommand.RunCourse.PASSING
                ? ", and these writes are dropped when it ends: use run_command for a build whose"
                    + " outputs you need. Other commands reach it at localhost, but not under"
                    + " landlock."
                : "."),
        /* truncated= */ false,
        Json.object().put("id", id).build());
  }
}
