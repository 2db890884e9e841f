// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command;

import dev.writ.app.cli.CommandLine;
import dev.writ.app.cli.Nearest;
import dev.writ.app.cli.Option;
import dev.writ.app.cli.UsageException;
import dev.writ.app.front.DryRunScreen;
import dev.writ.app.front.LineApprover;
import dev.writ.app.front.PlainScreen;
import dev.writ.app.front.Tally;
import dev.writ.app.front.Terminal;
import dev.writ.app.host.ElsewhereException;
import dev.writ.app.host.ExitCode;
import dev.writ.app.host.Host;
import dev.writ.app.host.NoModelException;
import dev.writ.app.host.Surroundings;
import dev.writ.engine.session.Command;
import dev.writ.engine.session.Session;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.call.Inert;
import dev.writ.kernel.gate.Approver;
import dev.writ.kernel.gate.PersonTerminal;
import dev.writ.kernel.gate.TypedAhead;
import dev.writ.kernel.policy.Mode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `writ chat`: a conversation by plain lines. What is typed while a turn runs steers it.
final class ChatCommand implements Subcommand {
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
                    Option.valued("max-iterations", "N", "at most so many model requests per turn"),
                    Option.flag("no-sandbox", "run programs without a sandbox; audited"),
                    Option.flag("allow-dangerous", "together with --execution full_autonomous")))
            .toList());
  }

  @Override
  public ExitCode run(CommandLine line, Surroundings surroundings)
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
      CommandLine line, Surroundings surroundings, PersonTerminal terminal)
      throws UsageException, IOException {
    SessionChoice choice =
        new SessionChoice(surroundings, prompt -> SessionChoice.line(prompt, surroundings.in()));
    Optional<CommandLine> next = choice.named(line);
    while (next.isPresent()) {
      CommandLine present = next.get();
      try {
        return new TerminalChat(present, surroundings, terminal).run();
      } catch (ElsewhereException e) {
        next = choice.moved(present, e);
      }
    }
    return ExitCode.DONE;
  }

  private static ExitCode byLines(CommandLine line, Surroundings surroundings)
      throws UsageException, IOException {
    boolean terminal = Terminal.console().isPresent();
    TypedLines typed = new TypedLines(surroundings.in(), terminal, TypedAhead::discard);
    SessionChoice choice = new SessionChoice(surroundings, typed::message);
    Optional<CommandLine> next = terminal ? choice.named(line) : Optional.of(line);
    ExitCode code = ExitCode.DONE;
    while (next.isPresent()) {
      CommandLine present = next.get();
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
      CommandLine line,
      SessionCommands sessions,
      TypedLines typed,
      Surroundings surroundings,
      boolean terminal)
      throws UsageException, IOException, NoModelException {
    LineApprover approver = new LineApprover(typed, surroundings.out());
    try (Host host =
            Host.open(line, surroundings, Host.Use.CHAT, terminal ? approver : Approver.nobody());
        ModelRoster models = host.models(new TerminalKeyPrompt(surroundings))) {
      return talk(host, models, sessions, typed, surroundings, terminal);
    }
  }

  private static ExitCode talk(
      Host host,
      ModelRoster models,
      SessionCommands sessions,
      TypedLines typed,
      Surroundings surroundings,
      boolean terminal)
      throws IOException {
    PlainScreen screen =
        new PlainScreen(
            surroundings.out(),
            surroundings.out(),
            host.settings().flag("ui.show_tool_calls") || host.isDryRun());
    Tally tally =
        new Tally(host.isDryRun() ? new DryRunScreen(screen, surroundings.out()) : screen);
    Session session = host.session(models, Host.Use.CHAT, tally);
    typed.steerInto(message -> session.submit(new Command.Steer(message)));
    if (terminal) {
      boolean _ =
          Interrupts.inChat(
              () -> {
                session.submit(new Command.Abort());
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
        session.submit(new Command.Ask(text));
        typed.busy(false);
        typed.again(session.left());
        after(tally, host, models, surroundings);
      }
      next = typed.message(prompt(surroundings, terminal));
    }
    session.submit(new Command.Leave());
    int saved = host.standing().questionsSaved();
    if (saved > 0) {
      surroundings.out().println("questions that earlier answers have answered: " + saved);
    }
    return terminal ? ExitCode.DONE : tally.exitCode();
  }

  /// What a turn cost, and why its model may not be there.
  private static void after(Tally tally, Host host, ModelRoster models, Surroundings surroundings) {
    tally.spent().ifPresent(surroundings.out()::println);
    tally
        .refused()
        .flatMap(_ -> host.choice().missing(models.id()))
        .ifPresent(why -> surroundings.out().println("  " + Inert.line(why)));
  }

  private static Runnable prompt(Surroundings surroundings, boolean terminal) {
    return () -> {
      if (terminal) {
        surroundings.out().print("> ");
        surroundings.out().flush();
      }
    };
  }

  static void meta(
      String text, Host host, Session session, ModelRoster models, Surroundings surroundings)
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
        Optional<Mode> mode = Mode.SHIPPED.stream().filter(m -> m.name().equals(rest)).findFirst();
        if (mode.isPresent()) {
          session.submit(new Command.SwitchMode(mode.get()));
        }
        List<String> names = Mode.SHIPPED.stream().map(Mode::name).toList();
        surroundings
            .out()
            .println("mode: " + host.standing().mode().name() + " of " + String.join(", ", names));
      }
      default ->
          surroundings
              .out()
              .println("unknown: " + words[0] + Nearest.hint(words[0], META) + "; see /help");
    }
  }
}
