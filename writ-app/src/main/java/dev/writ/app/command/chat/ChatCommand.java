// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.session.AttachedImages;
import dev.writ.app.command.session.InterruptHandler;
import dev.writ.app.command.session.SessionChoice;
import dev.writ.app.command.session.SessionCommands;
import dev.writ.app.command.session.SessionEffort;
import dev.writ.app.command.session.TerminalKeyPrompt;
import dev.writ.app.command.session.TerminalLine;
import dev.writ.app.command.session.TypedLines;
import dev.writ.app.front.AnswerBuffer;
import dev.writ.app.front.DryRunScreen;
import dev.writ.app.front.LineApprover;
import dev.writ.app.front.PlainScreen;
import dev.writ.app.front.QuestionForm;
import dev.writ.app.front.RunSummary;
import dev.writ.app.front.ScreenStyle;
import dev.writ.app.front.ScreenSymbols;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.front.TypedCommandApprover;
import dev.writ.app.host.SessionHost;
import dev.writ.app.host.SessionPrelude;
import dev.writ.app.model.NoModelException;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramLine;
import dev.writ.app.process.Subcommand;
import dev.writ.app.session.ElsewhereException;
import dev.writ.app.terminal.dialog.NumberedChoicePrompt;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.PersonTerminal;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// `writ chat`: a conversation by plain lines. Lines typed while a turn runs steer it.
public final class ChatCommand implements Subcommand {
  private final ProgramLine program;

  /// @param program runs commands that the command line has, too
  public ChatCommand(ProgramLine program) {
    this.program = program;
  }

  @Override
  public Card card() {
    return new Card(
        "chat",
        "Start a conversation in this project.",
        "",
        "writ chat --mode ask",
        Stream.concat(
                SessionChoice.OPTIONS.stream(),
                Stream.of(
                    CommandOption.valued("max-iterations", "N", "limit of model requests per turn"),
                    CommandOption.flag("no-sandbox", "run programs without a sandbox; audited"),
                    CommandOption.flag(
                        "allow-dangerous", "together with --execution full_autonomous")))
            .toList());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    if (!arguments.operands().isEmpty()) {
      throw new UsageException("chat takes no arguments; writ run \"…\" does one task");
    }
    SessionPrelude.begin();
    Optional<PersonTerminal> screen = TerminalChat.terminal(arguments, context);
    return screen.isPresent()
        ? onScreen(arguments, context, screen.get())
        : byLines(arguments, context);
  }

  private ExitCode onScreen(
      ParsedArguments arguments, ProcessContext context, PersonTerminal terminal)
      throws UsageException, IOException {
    SessionChoice choice =
        new SessionChoice(context, prompt -> SessionChoice.line(prompt, context.in()));
    Optional<ParsedArguments> next = choice.named(arguments);
    while (next.isPresent()) {
      ParsedArguments present = next.get();
      try {
        return new TerminalChat(present, context, terminal, program).run();
      } catch (ElsewhereException e) {
        next = choice.moved(present, e);
      }
    }
    return ExitCode.DONE;
  }

  private ExitCode byLines(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    boolean terminal = TerminalPresence.console().isPresent();
    TypedLines typed = new TypedLines(context.in(), terminal, new TerminalLine(context.out()));
    SessionChoice choice = new SessionChoice(context, typed::message);
    Optional<ParsedArguments> next = terminal ? choice.named(arguments) : Optional.of(arguments);
    ExitCode code = ExitCode.DONE;
    while (next.isPresent()) {
      ParsedArguments present = next.get();
      SessionCommands sessions = new SessionCommands(present, context);
      try {
        code = talk(present, sessions, typed, context, terminal);
        next = sessions.next();
      } catch (ElsewhereException e) {
        if (!terminal) {
          throw e;
        }
        next = choice.moved(present, e);
      } catch (NoModelException e) {
        return e.tell(context);
      }
    }
    return code;
  }

  private ExitCode talk(
      ParsedArguments arguments,
      SessionCommands sessions,
      TypedLines typed,
      ProcessContext context,
      boolean terminal)
      throws UsageException, IOException, NoModelException {
    SessionEffort effort = SessionEffort.of(arguments);
    // Input from a pipe was not typed by a person.
    QuestionForm form = QuestionForm.of(context.environment());
    Approver person = terminal ? new LineApprover(typed, context.out(), form) : Approver.nobody();
    TypedCommandApprover approver = new TypedCommandApprover(person);
    try (SessionHost host =
            SessionHost.open(arguments, context, SessionHost.SessionUse.CHAT, approver);
        ModelRoster models = host.models(new TerminalKeyPrompt(context))) {
      return talk(host, models, sessions, effort, typed, context, approver, terminal);
    }
  }

  private ExitCode talk(
      SessionHost host,
      ModelRoster models,
      SessionCommands sessions,
      SessionEffort effort,
      TypedLines typed,
      ProcessContext context,
      TypedCommandApprover approver,
      boolean terminal)
      throws UsageException, IOException {
    RunSummary summary = summary(host, context);
    Session session = host.session(models, SessionHost.SessionUse.CHAT, summary);
    effort.begin(session);
    PersonMessages messages =
        new PersonMessages(session, approver, new AttachedImages(host, context.below()), context);
    MetaCommands commands =
        new MetaCommands(host, models, session, sessions.arguments(), program, context);
    CommandCompletion completion =
        new CommandCompletion(
            new NumberedChoicePrompt(typed::message, context.out()), host, models);
    typed.steerInto(message -> session.submit(new SessionCommand.Steer(message)));
    if (terminal) {
      greet(session, models, typed, context);
    }
    sessions.greet(host, terminal);
    Optional<String> next = first(typed, context, terminal);
    boolean asked = false;
    while (next.isPresent()) {
      String text = next.get().strip();
      boolean bare = terminal && (text.equals("quit") || text.equals("exit"));
      if (bare || text.equals("/quit") || text.equals("/exit")) {
        break;
      }
      if (text.startsWith("/")) {
        Optional<String> whole = terminal ? completed(text, completion) : Optional.of(text);
        if (whole.isPresent()) {
          run(whole.get(), sessions, commands);
        }
        if (sessions.next().isPresent()) {
          break;
        }
      } else if (!text.isEmpty()) {
        typed.busy(true);
        boolean answered = messages.say(text);
        typed.busy(false);
        typed.again(session.left());
        if (answered) {
          asked = true;
          after(summary, host, models, context);
        }
      }
      next = typed.message(prompt(context, terminal));
    }
    session.submit(new SessionCommand.Leave());
    int saved = host.sessionState().questionsSaved();
    if (saved > 0) {
      context.out().println("questions answered by earlier answers: " + saved);
    }
    return terminal || !asked ? ExitCode.DONE : summary.exitCode();
  }

  private static Optional<String> first(TypedLines typed, ProcessContext context, boolean terminal)
      throws UsageException {
    Optional<String> first = typed.message(prompt(context, terminal));
    if (first.isEmpty() && !terminal) {
      throw new UsageException(
          "standard input is empty: it has no message; write one, or use writ run \"REQUEST\"");
    }
    return first;
  }

  /// A command with what it is about, which the person chooses where they didn't write it.
  ///
  /// @return empty where they want none
  private static Optional<String> completed(String text, CommandCompletion completion)
      throws IOException {
    try {
      return completion.complete(text);
    } catch (InterruptedException _) {
      return Optional.empty(); // Ctrl-C
    }
  }

  private static void run(String text, SessionCommands sessions, MetaCommands commands)
      throws IOException {
    if (sessions.isFor(text)) {
      sessions.run(text, commands.host());
    } else {
      commands.run(text);
    }
  }

  /// Whether a screen reader reads what is printed.
  private static boolean isRead(ProcessContext context) {
    return ScreenSymbols.of(context.environment()) == ScreenSymbols.SPOKEN;
  }

  /// Shows the session and counts what its turns do.
  private static RunSummary summary(SessionHost host, ProcessContext context) {
    PrintStream out = context.out();
    boolean calls = host.settings().flag("ui.show_tool_calls") || host.isDryRun();
    ScreenStyle style = ScreenStyle.together(calls);
    Consumer<SessionEvent> screen =
        AnswerBuffer.unless(
            host.settings().flag("ui.stream_responses"),
            new PlainScreen(out, out, isRead(context) ? style.spoken() : style));
    return new RunSummary(host.isDryRun() ? new DryRunScreen(screen, out) : screen);
  }

  private static void greet(
      Session session, ModelRoster models, TypedLines typed, ProcessContext context) {
    boolean _ =
        InterruptHandler.inChat(
            () -> {
              session.submit(new SessionCommand.Abort());
              typed.interrupted();
            });
    context.out().println("writ chat with " + models.id() + "; /help lists the commands");
    context.placeLine().ifPresent(context.out()::println);
  }

  /// The cost of a turn, and a hint if its model may be missing.
  private static void after(
      RunSummary summary, SessionHost host, ModelRoster models, ProcessContext context) {
    summary.spent().ifPresent(context.out()::println);
    summary
        .refused()
        .flatMap(_ -> host.choice().missing(models.id()))
        .ifPresent(why -> context.out().println("  " + DisplayText.line(why)));
  }

  private static Runnable prompt(ProcessContext context, boolean terminal) {
    return () -> {
      if (terminal) {
        context.out().print(isRead(context) ? "you: " : "> ");
        context.out().flush();
      }
    };
  }
}
