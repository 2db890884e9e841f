// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.command.session.SessionCommands;
import dev.writ.app.front.RunSummary;
import dev.writ.app.host.SessionHost;
import dev.writ.app.terminal.chat.ChatEngine;
import dev.writ.app.terminal.chat.ChatView;
import dev.writ.app.terminal.chat.FileDifference;
import dev.writ.app.terminal.status.StatusLine;
import dev.writ.engine.session.SessionCommand;
import dev.writ.kernel.intent.IntentId;
import dev.writ.kernel.intent.SessionDeclaration;
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
    SessionPicker picker,
    RunSummary summary)
    implements ChatEngine {
  private SessionHost host() {
    return commands.host();
  }

  @Override
  public void ask(String message) throws IOException {
    if (!messages.say(message)) {
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
  public boolean command(String line, PrintStream out) throws IOException, InterruptedException {
    Optional<String> whole = picker.complete(line, host());
    if (whole.isPresent() && sessions.isFor(whole.get())) {
      sessions.run(whole.get(), host());
      return sessions.next().isEmpty();
    }
    if (whole.isPresent()) {
      commands.run(whole.get());
    }
    return true;
  }

  @Override
  public List<FileDifference> difference(String which) throws IOException {
    return new DifferenceReport(host()).of(which);
  }

  @Override
  public void nextMode() throws IOException {
    List<String> names = WorkMode.SHIPPED.stream().map(WorkMode::name).toList();
    int next = (names.indexOf(host().sessionState().mode().name()) + 1) % names.size();
    messages.session().submit(new SessionCommand.SwitchMode(WorkMode.SHIPPED.get(next)));
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
    String intent =
        switch (host().sessionState().declaration()) {
          case SessionDeclaration.None _ -> "";
          case SessionDeclaration.KindOnly(var kind) -> kind.name();
          case SessionDeclaration.Under(var kind, var under) ->
              IntentId.isOfSession(under.id()) ? kind.name() : kind.name() + " " + under.id();
        };
    return new StatusLine(
        commands.models().id().toString(),
        host().sessionState().mode().name(),
        intent,
        host().governor().branch(),
        commands.models().current().tariff().window().orElse(0));
  }
}
