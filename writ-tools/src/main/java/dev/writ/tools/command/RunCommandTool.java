// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools.command;

import dev.writ.base.json.Json;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.kernel.call.CommandReport;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Effect.RunCommand.RunCourse;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.LinePart;
import dev.writ.kernel.tool.RefusedException;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import dev.writ.tools.ToolLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs a command line of the command language, or one program with an argument array.
public final class RunCommandTool implements Tool<RunCommandTool.Arguments> {
  private static final int MAX_WORD_CHARS = 100_000;
  private static final int MAX_WORDS = 1000;

  private static final int MAX_INPUT_CHARS = 1024 * 1024;

  private static final String WITH_THE_TURN = ", with the turn (agent.max_duration_seconds)";

  /// Secret files that programs don't see unless a person agrees to it.
  static final ParameterSpec SECRETS =
      ParameterSpec.optional(
          "secrets", new ValueType.ListOf(new ValueType.TextType(ToolLimits.PATH_CHARS), 20));

  private static final ToolSpec<Arguments> SPEC =
      new ToolSpec<>(
          ToolSpec.ToolNames.of("run_command", "run_shell", "bash", "execute_command"),
          "Run programs: pipes, && || ;, redirections, here-documents, globs, loops,"
              + " $(...); no shell.",
          EffectClass.EXECUTE,
          List.of(
              ParameterSpec.optional(
                  "command", new ValueType.TextType(MAX_WORD_CHARS), "cmd", "command_line"),
              ParameterSpec.optional("program", new ValueType.TextType(ToolLimits.PATH_CHARS)),
              ParameterSpec.optional(
                  "args",
                  new ValueType.ListOf(new ValueType.TextType(MAX_WORD_CHARS), MAX_WORDS),
                  "arguments"),
              ParameterSpec.optional("stdin", new ValueType.TextType(MAX_INPUT_CHARS), "input"),
              ParameterSpec.optional(
                  "working_dir", new ValueType.TextType(ToolLimits.PATH_CHARS), "cwd", "directory"),
              ParameterSpec.optional(
                  "timeout", new ValueType.WholeType(1, Integer.MAX_VALUE), "timeout_seconds"),
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

  public RunCommandTool(CommandLimits limits) {
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
  public ToolSpec<Arguments> spec() {
    return SPEC;
  }

  @Override
  public List<Effect> propose(Arguments arguments, WorkspaceView view) throws RefusedException {
    if (arguments.timeout() > CommandLimits.MAX_TIMEOUT_SECONDS) {
      throw new RefusedException(
          new ToolError(
              ErrorCode.INVALID_ARGUMENTS,
              "timeout: must be from 1 to %d; start longer commands with run_background"
                  .formatted(CommandLimits.MAX_TIMEOUT_SECONDS)));
    }
    LinePart part = part(arguments, view);
    Effect.RunCommand.RunLimits bounds =
        new Effect.RunCommand.RunLimits(
            part.course(), asked(arguments), limits.stdoutBytes(), limits.stderrBytes());
    Optional<String> input =
        arguments.stdin().isEmpty() ? Optional.empty() : Optional.of(arguments.stdin());
    return List.of(
        view.command(part.line(), arguments.workingDir(), bounds, input, arguments.secrets()));
  }

  /// The seconds that the command may take, if the turn lasts as long.
  private int asked(Arguments arguments) {
    return arguments.timeout() == 0 ? limits.timeoutSeconds() : arguments.timeout();
  }

  private static LinePart part(Arguments arguments, WorkspaceView view) throws RefusedException {
    boolean byProgram = !arguments.argv().getFirst().isEmpty();
    if (byProgram == !arguments.command().isEmpty()
        || (!byProgram && arguments.argv().size() > 1)) {
      throw new RefusedException(
          new ToolError(
              ErrorCode.INVALID_ARGUMENTS,
              "run_command takes either command, or program with args"));
    }
    if (byProgram) {
      return new LinePart(CommandLine.of(Command.of(arguments.argv())), RunCourse.AWAITED);
    }
    // The line's first command reads its standard input, which a partial run would consume.
    return arguments.stdin().isEmpty()
        ? view.next(arguments.command(), arguments.workingDir())
        : new LinePart(view.parsed(arguments.command(), arguments.workingDir()), RunCourse.AWAITED);
  }

  @Override
  public ToolResult perform(Arguments arguments, Warrant warrant)
      throws IOException, InterruptedException {
    Effect.RunCommand effect = (Effect.RunCommand) warrant.proposal().effects().getFirst();
    Warrant.Ran ran = warrant.run(effect);
    if (!ran.report().protectedPaths().isEmpty()) {
      return failed(
          ErrorCode.PROTECTED_PATH,
          "The command changed protected paths: "
              + String.join(", ", ran.report().protectedPaths()),
          Json.object().put(ToolResult.TAMPERED, !ran.report().tampered().isEmpty()));
    }
    RunCourse course = effect.limits().course();
    if (course == RunCourse.SUBSTITUTION && ran.stdout().cut()) {
      return ToolResult.failed(
          ErrorCode.COMMAND_UNSUPPORTED,
          "%s printed %d bytes, too many to become words of a command line"
              .formatted(effect.line().text(), ran.stdout().totalBytes()));
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
    Optional<ToolError> leftOut = leftOut(ran);
    if (leftOut.isPresent()) {
      return new ToolResult.Failure(leftOut.get(), (cut ? facts.put("cut", true) : facts).build());
    }
    if (ran.timedOut()) {
      int seconds = effect.limits().timeoutSeconds();
      String why = seconds < asked(arguments) ? WITH_THE_TURN : "";
      return failed(
          ErrorCode.COMMAND_TIMEOUT,
          "%s was ended after %d s%s%n%s".formatted(effect.line().text(), seconds, why, text(ran)),
          cut ? facts.put("cut", true) : facts);
    }
    String text =
        course.isPart() ? CommandText.part(ran, course == RunCourse.SUBSTITUTION) : text(ran);
    return new ToolResult.Success(text, cut, facts.build());
  }

  /// The changes that are not in the workspace, or must not be.
  private static Optional<ToolError> leftOut(Warrant.Ran ran) {
    CommandReport.ReportedChanges changes = ran.report().changes();
    List<String> unapplied =
        changes.unapplied().stream().map(CommandReport.MissedChange::words).toList();
    if (!changes.foreign().isEmpty()) {
      List<String> all = new ArrayList<>(changes.foreign());
      all.addAll(unapplied);
      return Optional.of(
          new ToolError(
              ErrorCode.SCOPE_VIOLATION,
              "Scope Violation: the command wrote paths that it may not write: %s%n%s"
                  .formatted(String.join(", ", all), text(ran))));
    }
    return unapplied.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ToolError(
                code(changes.unapplied()),
                "The command ran, but not all of its changes could be applied: %s%n%s"
                    .formatted(String.join(", ", unapplied), text(ran))));
  }

  /// Another attempt may help only where no fault of the system stands against it.
  private static ErrorCode code(List<CommandReport.MissedChange> unapplied) {
    return unapplied.stream().allMatch(one -> one.code() == ErrorCode.STALE_FILE)
        ? ErrorCode.STALE_FILE
        : ErrorCode.IO_ERROR;
  }

  private static ToolResult failed(ErrorCode code, String message, Json.Builder facts) {
    return new ToolResult.Failure(new ToolError(code, message), facts.build());
  }

  private static String text(Warrant.Ran ran) {
    return CommandText.of(ran, ran.stdout(), ran.stderr());
  }
}
