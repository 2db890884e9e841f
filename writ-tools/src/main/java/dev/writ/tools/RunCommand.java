// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ErrorCode;
import dev.writ.kernel.call.ToolError;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.CommandLine;
import dev.writ.kernel.gate.RefusedException;
import dev.writ.kernel.gate.Spec;
import dev.writ.kernel.gate.Tool;
import dev.writ.kernel.gate.Warrant;
import dev.writ.kernel.gate.WorkspaceView;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs a command line of the command language, or one program with an argument array.
final class RunCommand implements Tool<RunCommand.Arguments> {
  private static final int MAX_WORD_CHARS = 100_000;
  private static final int MAX_WORDS = 1000;

  private static final int MAX_INPUT_CHARS = 1024 * 1024;

  /// Secret files that programs don't see unless a person agrees to it.
  static final Parameter SECRETS =
      Parameter.optional("secrets", new Type.ListOf(new Type.Text(Limits.PATH_CHARS), 20));

  private static final Spec<Arguments> SPEC =
      new Spec<>(
          Spec.Names.of("run_command", "run_shell", "bash", "execute_command"),
          "Run programs: pipes, && || ;, redirections, here-documents, globs; no shell, no $.",
          EffectClass.EXECUTE,
          List.of(
              Parameter.optional("command", new Type.Text(MAX_WORD_CHARS), "cmd", "command_line"),
              Parameter.optional("program", new Type.Text(Limits.PATH_CHARS)),
              Parameter.optional(
                  "args", new Type.ListOf(new Type.Text(MAX_WORD_CHARS), MAX_WORDS), "arguments"),
              Parameter.optional("stdin", new Type.Text(MAX_INPUT_CHARS), "input"),
              Parameter.optional(
                  "working_dir", new Type.Text(Limits.PATH_CHARS), "cwd", "directory"),
              Parameter.optional(
                  "timeout", new Type.Whole(1, Integer.MAX_VALUE), "timeout_seconds"),
              SECRETS),
          a ->
              new Arguments(
                  a.text("command", ""),
                  argv(a.text("program", ""), a.texts("args")),
                  a.text("stdin", ""),
                  a.text("working_dir", "."),
                  a.whole("timeout", 0),
                  a.texts("secrets")));

  private final CommandLimits limits;

  RunCommand(CommandLimits limits) {
    this.limits = limits;
  }

  /// @param command a command line; empty where a program is named
  /// @param argv the named program with its arguments; the program is empty where none is named
  /// @param timeout in seconds; 0 where the call names none
  /// @param secrets secret files of the workspace that the programs are to see
  record Arguments(
      String command,
      List<String> argv,
      String stdin,
      String workingDir,
      int timeout,
      List<String> secrets) {
    Arguments {
      argv = List.copyOf(argv);
      secrets = List.copyOf(secrets);
    }
  }

  private static List<String> argv(String program, List<String> arguments) {
    List<String> argv = new ArrayList<>(List.of(program));
    argv.addAll(arguments);
    return argv;
  }

  @Override
  public Spec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    if (arguments.timeout() > CommandLimits.MAX_TIMEOUT_SECONDS) {
      throw new RefusedException(
          new ToolError(
              ErrorCode.INVALID_ARGUMENTS,
              "timeout: must be from 1 to %d; what takes longer is started with run_background"
                  .formatted(CommandLimits.MAX_TIMEOUT_SECONDS)));
    }
    Effect.RunCommand.Limits bounds =
        new Effect.RunCommand.Limits(
            arguments.timeout() == 0 ? limits.timeoutSeconds() : arguments.timeout(),
            limits.stdoutBytes(),
            limits.stderrBytes());
    Optional<String> input =
        arguments.stdin().isEmpty() ? Optional.empty() : Optional.of(arguments.stdin());
    return List.of(
        view.command(
            line(arguments, view), arguments.workingDir(), bounds, input, arguments.secrets()));
  }

  private static CommandLine line(Arguments arguments, WorkspaceView view) throws RefusedException {
    boolean byProgram = !arguments.argv().getFirst().isEmpty();
    if (byProgram == !arguments.command().isEmpty()
        || (!byProgram && arguments.argv().size() > 1)) {
      throw new RefusedException(
          new ToolError(
              ErrorCode.INVALID_ARGUMENTS,
              "run_command takes either command, or program with args"));
    }
    return byProgram
        ? CommandLine.of(Command.of(arguments.argv()))
        : view.parsed(arguments.command(), arguments.workingDir());
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    Effect.RunCommand effect = (Effect.RunCommand) warrant.proposal().effects().getFirst();
    Warrant.Ran ran = warrant.run(effect);
    if (!ran.report().protectedPaths().isEmpty()) {
      return failed(
          ErrorCode.PROTECTED_PATH,
          "The command changed what is protected: "
              + String.join(", ", ran.report().protectedPaths()),
          Json.object().put(ToolResult.TAMPERED, !ran.report().tampered().isEmpty()));
    }
    boolean cut = ran.stdout().cut() || ran.stderr().cut();
    Json.Builder facts =
        Json.object()
            .put("exit_code", ran.exitCode())
            .put("duration_ms", ran.took().toMillis())
            .put("sandbox", ran.report().sandbox());
    if (cut) {
      facts.put("original_size", ran.stdout().totalBytes() + ran.stderr().totalBytes());
    }
    if (!ran.report().changes().foreign().isEmpty()) {
      return failed(
          ErrorCode.SCOPE_VIOLATION,
          "Scope Violation: the command wrote what the intent does not own: %s%n%s"
              .formatted(String.join(", ", ran.report().changes().foreign()), text(ran)),
          cut ? facts.put("cut", true) : facts);
    }
    if (ran.timedOut()) {
      return failed(
          ErrorCode.COMMAND_TIMEOUT,
          "%s was ended after %d s%n%s"
              .formatted(effect.line().text(), effect.limits().timeoutSeconds(), text(ran)),
          cut ? facts.put("cut", true) : facts);
    }
    return new ToolResult.Success(text(ran), cut, facts.build());
  }

  private static ToolResult failed(ErrorCode code, String message, Json.Builder facts) {
    return new ToolResult.Failure(new ToolError(code, message), facts.build());
  }

  private static String text(Warrant.Ran ran) {
    return CommandText.of(ran, ran.stdout(), ran.stderr());
  }
}
