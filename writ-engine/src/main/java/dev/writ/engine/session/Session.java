// Implements: docs/spec/02-architecture.md §2.5 (Engine)
package dev.writ.engine.session;

import dev.writ.engine.conversation.Journaled;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.Model;
import dev.writ.engine.turn.Asking;
import dev.writ.engine.turn.Bounds;
import dev.writ.engine.turn.Calls;
import dev.writ.engine.turn.Clockwork;
import dev.writ.engine.turn.Limits;
import dev.writ.engine.turn.Mailbox;
import dev.writ.engine.turn.Turn;
import dev.writ.kernel.gate.Gate;
import dev.writ.kernel.gate.Standing;
import dev.writ.kernel.intent.Intent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A conversation with a model behind the gate.
public final class Session {

  private final Parts parts;
  private final Journaled journal;
  private final Limits limits;
  private final Mailbox mailbox = new Mailbox();
  private volatile Optional<Thread> running = Optional.empty();

  /// What a session is made of.
  ///
  /// @param system the stable part of every prompt
  /// @param environment the block that a turn begins with; asked anew for each
  public record Parts(
      Gate gate,
      Standing standing,
      Model model,
      String system,
      Supplier<String> environment,
      Clockwork clockwork) {}

  /// A session that writes its events to a journal.
  public Session(Parts parts, Journaled journal, Limits limits) {
    this.parts = parts;
    this.journal = journal;
    this.limits = limits;
  }

  /// Does what a client says. [Command.Ask] returns when its turn is over; the others return at
  /// once
  /// and may come from any thread.
  ///
  /// @throws IOException where the session can't be written
  public void submit(Command command) throws IOException {
    if (command instanceof Command.Ask(String text)) {
      ask(text);
    } else if (command instanceof Command.Steer(String text)) {
      mailbox.put(text);
    } else if (command instanceof Command.SwitchMode(var mode)) {
      parts.standing().mode(mode);
    } else if (command instanceof Command.Abort) {
      running.ifPresent(Thread::interrupt);
    } else if (command instanceof Command.Leave) {
      journal.add(SessionEvents.end("left", journal.conversation().size()));
      journal.sync();
    }
  }

  private void ask(String text) throws IOException {
    String request = journal.masked(text);
    Standing standing = parts.standing();
    standing.beginTurn(Intent.ofSession(requestId(standing.turn() + 1), request));
    journal.add(SessionEvents.system(parts.environment().get()));
    journal.add(SessionEvents.user(request));
    running = Optional.of(Thread.currentThread());
    try {
      turn().run();
    } finally {
      running = Optional.empty();
      boolean _ = Thread.interrupted(); // an abort that came too late must not hit the next turn
    }
  }

  private Turn turn() {
    Asking.Fixed fixed =
        new Asking.Fixed(
            parts.system(),
            () -> parts.gate().catalogue().offered(parts.standing().mode()),
            parts.gate().work());
    Asking asking =
        new Asking(
            parts.model(), fixed, journal, parts.standing(), limits.retry(), parts.clockwork());
    Calls calls = new Calls(parts.gate(), parts.standing(), journal, parts.model().id().toString());
    return new Turn(journal, asking, calls, new Bounds(limits, parts.clockwork().clock()), mailbox);
  }

  /// Unique for the turn: the day, then the time with the number of the turn. Cut out of the
  /// instant's text, because a date formatter costs a cold start more than a request.
  private String requestId(int turn) {
    String now = parts.clockwork().clock().instant().toString();
    String day = now.substring(0, 10).replace("-", "");
    String time = now.substring(11, 19).replace(":", "");
    return "INT-S-" + day + "-" + time + (turn < 10 ? "0" : "") + turn;
  }

  /// Messages that were typed too late for their turn; they begin the next one.
  public List<String> left() {
    return mailbox.take();
  }
}
