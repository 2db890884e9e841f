// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.command.session.SessionCommands;
import dev.writ.app.front.RunSummary;
import dev.writ.app.host.SessionHost;
import dev.writ.app.terminal.chat.ChatEngine;
import dev.writ.app.terminal.chat.ChatView;
import dev.writ.app.terminal.chat.FileDifference;
import dev.writ.app.terminal.chat.MetaCommandOutcome;
import dev.writ.app.terminal.editor.EditorCompletion.Candidate;
import dev.writ.app.terminal.status.StatusItem;
import dev.writ.app.terminal.status.StatusLine;
import dev.writ.base.json.Json;
import dev.writ.engine.session.SessionCommand;
import dev.writ.kernel.policy.WorkMode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// A session as a chat's screen uses it.
record SessionEngine(
    PersonMessages messages,
    SessionCommands sessions,
    MetaCommands commands,
    ScreenAids aids,
    RunSummary summary)
    implements ChatEngine {
  /// Commands that restore files.
  private static final List<String> RESTORING = List.of("/undo", "/rewind");

  private SessionHost host() {
    return commands.host();
  }

  @Override
  public void ask(String message) throws IOException {
    aids.undoable().begin();
    boolean asked = messages.say(message);
    aids.undoable().end();
    if (!asked) {
      return;
    }
    summary
        .refused()
        .flatMap(_ -> host().choice().missing(commands.models().id()))
        .ifPresent(why -> commands.context().out().println("  " + why));
  }

  @Override
  public void steer(String message) throws IOException {
    messages.session().submit(new SessionCommand.Steer(message));
  }

  @Override
  public void abort() throws IOException {
    messages.session().submit(new SessionCommand.Abort());
  }

  @Override
  public List<String> left() {
    return messages.session().left();
  }

  @Override
  public MetaCommandOutcome command(String line, PrintStream out)
      throws IOException, InterruptedException {
    Optional<String> whole = aids.completion().complete(line);
    if (whole.isEmpty()) {
      return MetaCommandOutcome.NOTHING_CHOSEN;
    }
    if (sessions.isFor(whole.get())) {
      sessions.run(whole.get(), host());
    } else {
      commands.run(whole.get());
    }
    if (RESTORING.stream().anyMatch(line::startsWith)) {
      aids.undoable().undone();
    }
    return sessions.next().isEmpty() ? MetaCommandOutcome.DONE : MetaCommandOutcome.OTHER_ENGINE;
  }

  @Override
  public Optional<List<FileDifference>> difference(String which)
      throws IOException, InterruptedException {
    Optional<String> chosen = aids.completion().difference(which);
    return chosen.isEmpty()
        ? Optional.empty()
        : Optional.of(new DifferenceReport(host()).of(chosen.get()));
  }

  @Override
  public List<Candidate> words(String command) {
    return aids.words().of(command);
  }

  @Override
  public void draw(Json.Obj facts) {
    aids.status().ifPresent(program -> program.draw(facts));
  }

  @Override
  public void nextMode() throws IOException {
    List<WorkMode> modes = host().modes();
    List<String> names = modes.stream().map(WorkMode::name).toList();
    int next = (names.indexOf(host().sessionState().mode().name()) + 1) % names.size();
    messages.session().submit(new SessionCommand.SwitchMode(modes.get(next)));
  }

  @Override
  public String session() {
    return host().file().id();
  }

  @Override
  public ChatView view() {
    return new ChatView(
        host().settings().flag("ui.show_tool_calls") || host().isDryRun(),
        host().settings().flag("ui.show_token_usage"),
        host().settings().flag("ui.color"));
  }

  @Override
  public StatusLine status() {
    return new StatusLine(
        commands.models().id().toString(),
        host().sessionState().mode().name(),
        commands.intent(),
        new StatusLine.WorkTree(host().governor().branch(), aids.undoable().count()),
        commands.models().current().tariff().window().orElse(0),
        StatusItem.named(host().settings().texts("ui.status_line")));
  }
}
