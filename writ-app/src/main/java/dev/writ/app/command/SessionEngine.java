// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command;

import dev.writ.app.front.Tally;
import dev.writ.app.host.Host;
import dev.writ.app.host.Surroundings;
import dev.writ.app.terminal.chat.ChatEngine;
import dev.writ.app.terminal.status.StatusLine;
import dev.writ.engine.session.Command;
import dev.writ.engine.session.Session;
import dev.writ.engine.turn.ModelRoster;
import dev.writ.kernel.intent.Declaration;
import dev.writ.kernel.policy.Mode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// A session as a chat's screen uses it.
record SessionEngine(
    Host host,
    ModelRoster models,
    Session session,
    SessionCommands sessions,
    Tally tally,
    Surroundings surroundings)
    implements ChatEngine {
  @Override
  public void ask(String message) throws IOException {
    session.submit(new Command.Ask(message));
    tally
        .refused()
        .flatMap(_ -> host.choice().missing(models.id()))
        .ifPresent(why -> surroundings.out().println("  " + why));
  }

  @Override
  public void steer(String message) throws IOException {
    session.submit(new Command.Steer(message));
  }

  @Override
  public void abort() throws IOException {
    session.submit(new Command.Abort());
  }

  @Override
  public List<String> left() {
    return session.left();
  }

  @Override
  public boolean command(String line, PrintStream out) throws IOException {
    if (sessions.isFor(line)) {
      sessions.run(line, host);
      return sessions.next().isEmpty();
    }
    ChatCommand.meta(line, host, session, models, surroundings);
    return true;
  }

  @Override
  public void nextMode() throws IOException {
    List<String> names = Mode.SHIPPED.stream().map(Mode::name).toList();
    int next = (names.indexOf(host.standing().mode().name()) + 1) % names.size();
    session.submit(new Command.SwitchMode(Mode.SHIPPED.get(next)));
  }

  @Override
  public StatusLine status() {
    String intent =
        switch (host.standing().declaration()) {
          case Declaration.None _ -> "";
          case Declaration.KindOnly(var kind) -> kind.name();
          case Declaration.Under(var kind, var under) -> kind.name() + " " + under.id();
        };
    return new StatusLine(
        models.id().toString(),
        host.standing().mode().name(),
        intent,
        host.governor().branch(),
        models.current().tariff().window().orElse(0));
  }
}
