// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.call.CallStatus;
import dev.writ.app.call.CallTitle;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.session.AttachedImages;
import dev.writ.app.front.ScreenSymbols;
import dev.writ.app.front.TypedCommandApprover;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import dev.writ.engine.turn.TypedCommand;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.LiveOutput;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/// A person's input in a chat: messages for the model, and their own commands, whose output the
/// model receives (`!command`) or not (`!!command`).
///
/// @param approver who is asked about what a command's words don't say
/// @param images reads what a message attaches
record PersonMessages(
    Session session, TypedCommandApprover approver, AttachedImages images, ProcessContext context) {
  private static final String MARK = "!";

  /// The error's own remedy is the model's: it alone declares intents.
  private static final String UNDECLARED =
      "first name one of these to the model; after it has declared the intent, run this"
          + " command again";

  /// How such commands are written, and what they do.
  static final List<SlashCommand> WAYS =
      List.of(
          new SlashCommand("!COMMAND", "run a command yourself and show the model its output"),
          new SlashCommand("!!COMMAND", "run a command yourself without showing the model"));

  /// Whether a line is a command of the person's own.
  static boolean isCommand(String text) {
    return text.strip().startsWith(MARK);
  }

  /// Says it; returns when what it asks for is done.
  ///
  /// @return whether the model was asked
  boolean say(String text) throws IOException {
    if (!isCommand(text)) {
      try {
        session.submit(new SessionCommand.BeginTurn(text, images.of(text)));
        return true;
      } catch (UsageException e) {
        context.out().println("not sent: " + DisplayText.line(String.valueOf(e.getMessage())));
        return false;
      }
    }
    String line = text.strip();
    boolean told = !line.startsWith(MARK + MARK);
    String command = line.substring(told ? 1 : 2).strip();
    if (command.isEmpty()) {
      WAYS.forEach(way -> context.out().println(way.line()));
      return false;
    }
    TypedCommand.TypedCommandOutcome outcome = run(command);
    if (!told || outcome.message().isEmpty()) {
      return false;
    }
    session.submit(new SessionCommand.BeginTurn(outcome.message().get()));
    return true;
  }

  private TypedCommand.TypedCommandOutcome run(String command) throws IOException {
    String directory = context.below().map(Path::toString).orElse(".");
    Onlooker onlooker = new Onlooker(context.out());
    approver.typed(command);
    TypedCommand.TypedCommandOutcome outcome;
    try {
      outcome = session.run(command, directory, onlooker);
    } finally {
      approver.over();
    }
    show(outcome, onlooker.sawSome);
    return outcome;
  }

  /// Shows how a command ended, and what it printed unless that was shown while it ran.
  private void show(TypedCommand.TypedCommandOutcome outcome, boolean shown) {
    PrintStream out = context.out();
    ToolResult result = outcome.answer().result();
    boolean ran = result instanceof ToolResult.Success && !isUnperformed(result);
    if (ran && !shown) {
      result.content().lines().filter(line -> !isExitCode(line, result)).forEach(this::print);
    }
    SessionEvent.Called called =
        new SessionEvent.Called(outcome.answer().call(), result, outcome.answer());
    CallStatus status = CallStatus.of(called);
    // What the person typed stands above what it printed: it needs no title.
    String how =
        ran
            ? alone(status)
            : CallTitle.of(called.call()).line() + DisplayText.line(status.suffix());
    ScreenSymbols symbols = ScreenSymbols.of(context.environment());
    out.println(symbols.of(status.mark().symbol()) + " " + how);
    if (result instanceof ToolResult.Failure && !shown) {
      status.below().forEach(line -> out.println("    " + DisplayText.line(line)));
    }
    String advice =
        result instanceof ToolResult.Failure failure
                && failure.error().code() == ErrorCode.INTENT_REQUIRED
            ? UNDECLARED
            : status.advice();
    if (!advice.isEmpty()) {
      out.println(symbols.of("  → ") + DisplayText.line(advice));
    }
    out.flush();
  }

  /// How a command ended, without its title.
  private static String alone(CallStatus status) {
    return status.words().startsWith("(") ? "done " + status.words() : status.words();
  }

  private static boolean isUnperformed(ToolResult result) {
    return result.metadata().isTrue(ToolResult.UNPERFORMED);
  }

  /// The last line says it.
  private static boolean isExitCode(String line, ToolResult result) {
    long code = result.metadata().number("exit_code").orElse(0);
    return code != 0 && line.equals("exit code " + code);
  }

  private void print(String line) {
    context.out().println(inert(line));
  }

  private static String inert(String line) {
    return DisplayText.line(line.replace("\t", "  "));
  }

  /// Shows what a command writes while it runs.
  private static final class Onlooker implements LiveOutput {
    private final PrintStream out;
    private volatile boolean sawSome;

    Onlooker(PrintStream out) {
      this.out = out;
    }

    @Override
    public void stdout(String lines) {
      sawSome = true;
      lines.lines().forEach(line -> out.println(inert(line)));
      out.flush();
    }

    @Override
    public void stderr(String lines) {
      stdout(lines);
    }
  }
}
