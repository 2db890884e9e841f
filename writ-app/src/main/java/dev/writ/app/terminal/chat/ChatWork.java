// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.QuestionQueue;
import dev.writ.app.terminal.screen.TerminalModes;
import dev.writ.app.terminal.status.StatusLine;
import dev.writ.app.terminal.status.TurnMeter;
import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The work of a chat: what runs, what waits until it has ended, how it ends. Used by the screen's
/// thread.
final class ChatWork {
  private static final long LONG_NANOS = 10_000_000_000L;
  /// The bare words too, which mean nothing else.
  private static final Set<String> LEAVES = Set.of("/quit", "/exit", "quit", "exit");

  private static final String DIFFERENCE = "/diff";
  private static final String REWIND = "/rewind";

  private final WorkQueue jobs;
  private final TerminalModes modes;
  private final ChatTranscript transcript;
  private final TurnMeter meter;
  private final QuestionQueue questions;
  private final WaitingMessages waiting = new WaitingMessages();
  private final Deque<String> early = new ArrayDeque<>();
  private Optional<ChatEngine> engine = Optional.empty();
  private StatusLine status = StatusLine.STARTING;
  private boolean working;
  private boolean turn;
  private boolean own;

  /// Whether what runs is a command of the person's own.
  private boolean typed;

  private boolean leaving;
  private int calls;

  ChatWork(
      WorkQueue jobs,
      TerminalModes modes,
      ChatTranscript transcript,
      TurnMeter meter,
      QuestionQueue questions) {
    this.jobs = jobs;
    this.modes = modes;
    this.transcript = transcript;
    this.meter = meter;
    this.questions = questions;
  }

  /// Messages that wait.
  WaitingMessages waiting() {
    return waiting;
  }

  StatusLine status() {
    return status;
  }

  /// Whether something runs.
  boolean isWorking() {
    return working;
  }

  /// Whether something runs, or a message waits for the program to start.
  boolean isBusy() {
    return working || !early.isEmpty();
  }

  boolean isLeaving() {
    return leaving;
  }

  /// The program can be asked from now on.
  void ready(ChatEngine program) throws IOException {
    engine = Optional.of(program);
    refresh(program);
    modes.show(TerminalModes.Activity.IDLE);
    next();
  }

  private void refresh(ChatEngine program) {
    status = program.status();
    program.draw(status.data(meter));
  }

  /// Begins what waits, if nothing runs.
  void next() throws IOException {
    while (!working && !leaving && engine.isPresent()) {
      Optional<String> message = early.isEmpty() ? waiting.next() : Optional.of(early.poll());
      if (message.isEmpty()) {
        return;
      }
      begin(message.get());
    }
  }

  /// Whether a message ends the chat.
  static boolean isLeave(String message) {
    String line = message.strip();
    return LEAVES.contains(line);
  }

  /// A meta command, or a command of the person's own: neither steers a turn.
  private static boolean isForWrit(String line) {
    return line.startsWith("/") || line.startsWith("!");
  }

  /// Takes a message: it begins a turn, steers the one that runs, or waits.
  void send(String message) throws IOException {
    String line = message.strip();
    if (engine.isEmpty()) {
      early.add(isForWrit(line) ? line : message);
    } else if (!working) {
      begin(isForWrit(line) ? line : message);
    } else if (isForWrit(line) || !turn) {
      waiting.queue(line);
    } else {
      waiting.steer(message);
      engine.get().steer(message);
    }
  }

  /// The messages that wait, to be written anew.
  String takeBack() {
    return waiting.takeBack(engine.map(ChatEngine::left).orElse(List.of()));
  }

  private void begin(String message) throws IOException {
    if (isLeave(message)) {
      leave();
      return;
    }
    working = true;
    if (message.startsWith("/")) {
      transcript.command(message);
      meter.begin("Working");
      if (message.equals(DIFFERENCE) || message.startsWith(DIFFERENCE + " ")) {
        jobs.difference(message.substring(DIFFERENCE.length()).strip());
      } else {
        jobs.command(message);
      }
    } else {
      turn = true;
      modes.mark();
      own = true;
      calls = 0;
      typed = message.startsWith("!");
      transcript.person(message);
      meter.begin(typed ? "Running" : "Waiting for the model");
      modes.show(TerminalModes.Activity.WORKING);
      jobs.ask(message);
    }
  }

  /// Begins the choice of a turn to go back to.
  ///
  /// @return whether it can begin
  boolean rewind() throws IOException {
    if (engine.isPresent()) {
      begin(REWIND);
    }
    return engine.isPresent();
  }

  void hear(SessionEvent event) {
    meter.hear(event);
    transcript.hear(event);
    if (event instanceof SessionEvent.Called) {
      calls++;
    } else if (event instanceof SessionEvent.Recorded(Json.Obj line)) {
      String type = line.text("type").orElse("");
      if (type.equals("user") && own) {
        own = false;
      } else if (type.equals("user")) {
        waiting.delivered().ifPresent(transcript::person);
      } else if (type.equals("intent") || type.equals("provider_switch")) {
        engine.ifPresent(this::refresh);
      }
    }
  }

  void done() throws IOException {
    working = false;
    transcript.endPrinted();
    transcript.keepCommand();
    if (turn) {
      turn = false;
      transcript.add(meter.hasEnded() ? List.of(meter.summary(calls)) : List.of());
      modes.show(TerminalModes.Activity.IDLE);
      if (meter.elapsed() > LONG_NANOS) {
        modes.call("Writ is done");
      }
    }
    engine.ifPresent(
        program -> {
          refresh(program);
          waiting.late(program.left());
        });
    if (!leaving) {
      next();
    }
  }

  /// What was asked is settled.
  void resumed() throws IOException {
    modes.show(turn ? TerminalModes.Activity.WORKING : TerminalModes.Activity.IDLE);
  }

  /// Goes over to the next mode of work.
  ///
  /// @return its name; empty where there is no session yet
  Optional<String> nextMode() throws IOException {
    if (engine.isEmpty()) {
      return Optional.empty();
    }
    engine.get().nextMode();
    refresh(engine.get());
    return Optional.of(status.mode());
  }

  /// Leaves once what runs has ended.
  void leave() throws IOException {
    if (leaving) {
      return;
    }
    leaving = true;
    abort();
    jobs.end();
  }

  /// Ends what runs, and what it asks.
  void abort() throws IOException {
    questions.closeAll();
    if (engine.isPresent() && working) {
      engine.get().abort();
    }
  }

  /// Ends the model's command that runs, and asks for it to be run again in the background. A
  /// process that runs can't be moved there: it writes to a view of the workspace, which is judged
  /// at its end, and a background command has none.
  ///
  /// A command of the person's own stays: no call could start it again.
  ///
  /// @return what the person should know; empty where no command runs
  Optional<String> background() throws IOException {
    Optional<String> command = transcript.runningCommand();
    if (command.isPresent()) {
      waiting.first(
          "I stopped this command, because it should run in the background: "
              + command.get()
              + "\nStart it again with run_background, then continue.");
      abort();
      return Optional.of("");
    }
    return working && turn && typed
        ? Optional.of("your own command stays; Esc stops it")
        : Optional.empty();
  }
}
