// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.session;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.trace.UndoCommand;
import dev.writ.app.front.DryRunScreen;
import dev.writ.app.front.LineApprover;
import dev.writ.app.front.PlainScreen;
import dev.writ.app.front.RunSummary;
import dev.writ.app.front.TerminalPresence;
import dev.writ.app.host.SessionHost;
import dev.writ.app.model.NoModelException;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.app.session.ElsewhereException;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.TypedAheadInput;
import dev.writ.kernel.door.PersonTerminal;
import dev.writ.kernel.policy.WorkMode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `writ chat`: a conversation by plain lines. What is typed while a turn runs steers it.
public final class ChatCommand implements Subcommand {
  static final List<String> META =
      List.of(
          "/help",
          "/mode",
          "/tools",
          "/undo",
          "/session",
          "/sessions",
          "/load",
          "/save",
          "/fork",
          "/rewind",
          "/export",
          "/stats",
          "/cost",
          "/context",
          "/compact",
          "/provider",
          "/model",
          "/quit",
          "/exit");

  @Override
  public Card card() {
    return new Card(
        "chat",
        "Talk with a model that works here.",
        "",
        "writ chat --mode ask",
        Stream.concat(
                SessionChoice.OPTIONS.stream(),
                Stream.of(
                    CommandOption.valued(
                        "max-iterations", "N", "at most so many model requests per turn"),
                    CommandOption.flag("no-sandbox", "run programs without a sandbox; audited"),
                    CommandOption.flag(
                        "allow-dangerous", "together with --execution full_autonomous")))
            .toList());
  }

  @Override
  public ExitCode run(ParsedArguments line, ProcessContext surroundings)
      throws UsageException, IOException {
    if (!line.operands().isEmpty()) {
      throw new UsageException("chat takes no arguments; writ run \"…\" does one task");
    }
    Optional<PersonTerminal> screen = TerminalChat.terminal(line, surroundings);
    return screen.isPresent()
        ? onScreen(line, surroundings, screen.get())
        : byLines(line, surroundings);
  }

  private static ExitCode onScreen(
      ParsedArguments line, ProcessContext surroundings, PersonTerminal terminal)
      throws UsageException, IOException {
    SessionChoice choice =
        new SessionChoice(surroundings, prompt -> SessionChoice.line(prompt, surroundings.in()));
    Optional<ParsedArguments> next = choice.named(line);
    while (next.isPresent()) {
      ParsedArguments present = next.get();
      try {
        return new TerminalChat(present, surroundings, terminal).run();
      } catch (ElsewhereException e) {
        next = choice.moved(present, e);
      }
    }
    return ExitCode.DONE;
  }

  private static ExitCode byLines(ParsedArguments line, ProcessContext surroundings)
      throws UsageException, IOException {
    boolean terminal = TerminalPresence.console().isPresent();
    TypedLines typed = new TypedLines(surroundings.in(), terminal, TypedAheadInput::discard);
    SessionChoice choice = new SessionChoice(surroundings, typed::message);
    Optional<ParsedArguments> next = terminal ? choice.named(line) : Optional.of(line);
    ExitCode code = ExitCode.DONE;
    while (next.isPresent()) {
      ParsedArguments present = next.get();
      SessionCommands sessions = new SessionCommands(present, surroundings);
      try {
        code = talk(present, sessions, typed, surroundings, terminal);
        next = sessions.next();
      } catch (ElsewhereException e) {
        if (!terminal) {
          throw e;
        }
        next = choice.moved(present, e);
      } catch (NoModelException e) {
        return e.tell(surroundings);
      }
    }
    return code;
  }

  private static ExitCode talk(
      ParsedArguments line,
      SessionCommands sessions,
      TypedLines typed,
      ProcessContext surroundings,
      boolean terminal)
      throws UsageException, IOException, NoModelException {
    LineApprover approver = new LineApprover(typed, surroundings.out());
    try (SessionHost host =
            SessionHost.open(
                line, surroundings, SessionHost.Use.CHAT, terminal ? approver : Approver.nobody());
        ModelRoster models = host.models(new TerminalKeyPrompt(surroundings))) {
      return talk(host, models, sessions, typed, surroundings, terminal);
    }
  }

  private static ExitCode talk(
      SessionHost host,
      ModelRoster models,
      SessionCommands sessions,
      TypedLines typed,
      ProcessContext surroundings,
      boolean terminal)
      throws IOException {
    PlainScreen screen =
        new PlainScreen(
            surroundings.out(),
            surroundings.out(),
            host.settings().flag("ui.show_tool_calls") || host.isDryRun());
    RunSummary tally =
        new RunSummary(host.isDryRun() ? new DryRunScreen(screen, surroundings.out()) : screen);
    Session session = host.session(models, SessionHost.Use.CHAT, tally);
    typed.steerInto(message -> session.submit(new SessionCommand.Steer(message)));
    if (terminal) {
      boolean _ =
          InterruptHandler.inChat(
              () -> {
                session.submit(new SessionCommand.Abort());
                typed.interrupted();
              });
      surroundings
          .out()
          .println("writ chat with " + models.id() + "; /help lists what else there is");
    }
    sessions.greet(host, terminal);
    Optional<String> next = typed.message(prompt(surroundings, terminal));
    while (next.isPresent()) {
      String text = next.get().strip();
      if (text.equals("/quit") || text.equals("/exit")) {
        break;
      }
      if (sessions.isFor(text)) {
        sessions.run(text, host);
        if (sessions.next().isPresent()) {
          break;
        }
      } else if (text.startsWith("/")) {
        meta(text, host, session, models, surroundings);
      } else if (!text.isEmpty()) {
        typed.busy(true);
        session.submit(new SessionCommand.Ask(text));
        typed.busy(false);
        typed.again(session.left());
        after(tally, host, models, surroundings);
      }
      next = typed.message(prompt(surroundings, terminal));
    }
    session.submit(new SessionCommand.Leave());
    int saved = host.standing().questionsSaved();
    if (saved > 0) {
      surroundings.out().println("questions that earlier answers have answered: " + saved);
    }
    return terminal ? ExitCode.DONE : tally.exitCode();
  }

  /// What a turn cost, and why its model may not be there.
  private static void after(
      RunSummary tally, SessionHost host, ModelRoster models, ProcessContext surroundings) {
    tally.spent().ifPresent(surroundings.out()::println);
    tally
        .refused()
        .flatMap(_ -> host.choice().missing(models.id()))
        .ifPresent(why -> surroundings.out().println("  " + DisplayText.line(why)));
  }

  private static Runnable prompt(ProcessContext surroundings, boolean terminal) {
    return () -> {
      if (terminal) {
        surroundings.out().print("> ");
        surroundings.out().flush();
      }
    };
  }

  static void meta(
      String text,
      SessionHost host,
      Session session,
      ModelRoster models,
      ProcessContext surroundings)
      throws IOException {
    String[] words = text.split(" ", 2);
    String rest = words.length > 1 ? words[1].strip() : "";
    ModelSwitch others = new ModelSwitch(host.choice(), models, session, surroundings.out());
    switch (words[0]) {
      case "/help" -> surroundings.out().println(String.join("  ", META));
      case "/tools" ->
          host.governor().gate().catalogue().definitions(host.standing().mode()).stream()
              .map(tool -> tool.name() + "  " + tool.description())
              .sorted()
              .forEach(surroundings.out()::println);
      case "/provider" -> others.provider(rest);
      case "/model" -> others.model(rest);
      case "/context" -> new ContextLines(session, surroundings.out()).context(rest);
      case "/compact" -> new ContextLines(session, surroundings.out()).compact(rest);
      case "/undo" -> UndoCommand.lastTurn(host, surroundings);
      case "/mode" -> {
        Optional<WorkMode> mode =
            WorkMode.SHIPPED.stream().filter(m -> m.name().equals(rest)).findFirst();
        if (mode.isPresent()) {
          session.submit(new SessionCommand.SwitchMode(mode.get()));
        }
        List<String> names = WorkMode.SHIPPED.stream().map(WorkMode::name).toList();
        surroundings
            .out()
            .println("mode: " + host.standing().mode().name() + " of " + String.join(", ", names));
      }
      default ->
          surroundings
              .out()
              .println("unknown: " + words[0] + NearestWord.hint(words[0], META) + "; see /help");
    }
  }
}
