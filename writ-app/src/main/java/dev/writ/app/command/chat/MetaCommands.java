// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.trace.UndoCommand;
import dev.writ.app.command.trace.WhyCommand;
import dev.writ.app.front.ScreenSymbols;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramLine;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.call.SessionControl;
import dev.writ.kernel.intent.IntentId;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.WorkMode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// The commands of a conversation that go on with the same session.
///
/// @param chat the command line that the session was opened with
/// @param program runs those that the command line has, too
record MetaCommands(
    SessionHost host,
    ModelRoster models,
    Session session,
    ParsedArguments chat,
    ProgramLine program,
    ProcessContext context) {
  /// Does what a line says.
  void run(String text) throws IOException {
    String[] words = text.split("\\s+", 2);
    String rest = words.length > 1 ? words[1].strip() : "";
    PrintStream out = context.out();
    Optional<ProgramCommand> programCommand = ProgramCommand.named(words[0]);
    if (programCommand.isPresent()) {
      programCommand.get().run(rest, chat, context, program);
      return;
    }
    ModelSwitch others = new ModelSwitch(host.choice(), models, session, out);
    switch (words[0]) {
      case "/help" -> SlashCommand.all().forEach(command -> out.println(command.line()));
      case "/tools" -> tools();
      case "/plan" -> plan();
      case "/provider" -> others.provider(rest);
      case "/model" -> others.model(rest);
      case "/context" -> new ContextLines(session, out).context(rest);
      case "/compact" -> new ContextLines(session, out).compact(rest);
      case "/effort" -> new EffortSwitch(session, out).effort(rest);
      case "/diff" -> new DifferenceReport(host).print(rest, context);
      case "/why" -> why(rest);
      case "/undo" -> UndoCommand.lastTurn(host, context);
      case "/mode" -> mode(rest);
      case "/stats" -> new StatisticsLines(host, session, intent(), context).statistics();
      case "/cost" -> new StatisticsLines(host, session, intent(), context).costs();
      case "/keys", "/theme" ->
          out.println(words[0] + " is for the screen; the terminal edits and colours these lines");
      default -> {
        String known = PeerCommand.hint(words[0]);
        out.println(
            "unknown: "
                + DisplayText.line(words[0])
                + (known.isEmpty() ? NearestWord.hint(words[0], SlashCommand.names()) : known)
                + "; see /help");
      }
    }
  }

  /// The declared work, in few words.
  String intent() {
    return switch (host.sessionState().declaration()) {
      case SessionDeclaration.NoDeclaration _ -> "";
      case SessionDeclaration.KindOnly(var kind) -> kind.name();
      case SessionDeclaration.Under(var kind, var under) ->
          IntentId.isOfSession(under.id()) ? kind.name() : kind.name() + " " + under.id();
    };
  }

  private void tools() throws IOException {
    List<String> lines =
        host.governor().gate().catalogue().definitions(host.sessionState().mode()).stream()
            .map(tool -> "%-20s  %s".formatted(tool.name(), tool.description()))
            .sorted()
            .toList();
    lines.forEach(context.out()::println);
    context.out().println(lines.size() + " tools in mode " + host.sessionState().mode().name());
  }

  private void plan() {
    List<SessionControl.PlanStep> steps = host.sessionState().plan();
    ScreenSymbols symbols = ScreenSymbols.of(context.environment());
    steps.forEach(
        step -> context.out().println(symbols.of(mark(step)) + DisplayText.line(step.text())));
    if (steps.isEmpty()) {
      context.out().println("The model has made no plan yet.");
    }
  }

  private static String mark(SessionControl.PlanStep step) {
    return switch (step.progress()) {
      case DONE -> "☑ ";
      case IN_PROGRESS -> "▸ ";
      case PENDING -> "☐ ";
    };
  }

  private void why(String place) throws IOException {
    if (place.isEmpty()) {
      context.out().println("/why FILE:LINE explains the origin of a line");
      return;
    }
    try {
      WhyCommand.tell(place, host, context);
    } catch (UsageException e) {
      context.out().println(DisplayText.line(String.valueOf(e.getMessage())));
    }
  }

  private void mode(String name) throws IOException {
    PrintStream out = context.out();
    List<String> names = host.modes().stream().map(WorkMode::name).toList();
    Optional<WorkMode> chosen =
        host.modes().stream().filter(mode -> mode.name().equals(name)).findFirst();
    if (chosen.isEmpty() && !name.isEmpty()) {
      out.println(
          "unknown mode: " + DisplayText.line(name) + "; there are " + String.join(", ", names));
      return;
    }
    if (chosen.isPresent()) {
      session.submit(new SessionCommand.SwitchMode(chosen.get()));
    }
    String present = host.sessionState().mode().name();
    List<String> others = names.stream().filter(other -> !other.equals(present)).toList();
    out.println("mode: " + present + " (others: " + String.join(", ", others) + ")");
  }
}
