// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.ChoiceDialog;
import dev.writ.app.terminal.dialog.TerminalDialog;
import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.LiveRegion;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.app.terminal.status.StatusLine;
import dev.writ.app.terminal.status.TurnMeter;
import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The state of a chat: what is written, what waits, what runs, what is asked. Used by one thread,
/// but for [#keep].
final class ChatDesk {
  private static final long TWICE_NANOS = 1_000_000_000L;
  private static final long LONG_NANOS = 10_000_000_000L;
  private static final String DIFFERENCE = "/diff";

  private final ChatSetup setup;
  private final WorkQueue work;
  private final TerminalModes modes;
  private final OwnCommands commands;
  private final MessageComposer composer;
  private final ChatTranscript transcript;
  private final TurnMeter meter;
  private final WaitingMessages waiting = new WaitingMessages();
  private final DeskLayout layout;
  private final Deque<PendingDialog> questions = new ArrayDeque<>();
  private final Deque<String> early = new ArrayDeque<>();
  private Optional<ChatEngine> engine = Optional.empty();
  private StatusLine status = StatusLine.STARTING;
  private String hint = "";
  private boolean working;
  private boolean turn;
  private boolean own;
  private boolean leaving;
  private boolean givenUp;
  private int calls;
  private Optional<KeyPress> before = Optional.empty();
  private long beforeAt;

  /// What needs the terminal without a screen.
  enum Outside {
    NOTHING,
    EDITOR,
    SUSPEND,
    REDRAW
  }

  ChatDesk(ChatSetup setup, WorkQueue work, TerminalModes modes, LiveRegion region) {
    this.setup = setup;
    this.work = work;
    this.modes = modes;
    KeyTable keys = new KeyTable(setup.composer().keys());
    this.composer = new MessageComposer(keys, setup.composer());
    this.transcript = new ChatTranscript(79);
    this.meter = new TurnMeter(setup.clock(), setup.moving());
    this.commands =
        new OwnCommands(transcript, region, keys, setup.composer().completion().commands());
    this.layout = new DeskLayout(transcript, composer, waiting, meter);
    setup.composer().history().takeDraft().ifPresent(composer::set);
  }

  ChatTranscript transcript() {
    return transcript;
  }

  boolean isWorking() {
    return working && questions.isEmpty();
  }

  /// Whether the person doesn't want to wait for what runs to end.
  boolean isGivenUp() {
    return givenUp;
  }

  String draft() {
    return composer.message();
  }

  void keep() {
    composer.keep();
  }

  void hint(String text) {
    hint = text;
  }

  void edited(Optional<String> text) {
    text.ifPresent(composer::set);
  }

  void ready(ChatEngine program) throws IOException {
    engine = Optional.of(program);
    commands.show(program.view(), meter);
    status = program.status();
    modes.show(TerminalModes.Activity.IDLE);
    next();
  }

  /// Begins what waits, if nothing runs.
  private void next() throws IOException {
    while (!working && !leaving && engine.isPresent()) {
      Optional<String> message = early.isEmpty() ? waiting.next() : Optional.of(early.poll());
      if (message.isEmpty()) {
        return;
      }
      begin(message.get());
    }
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
        work.difference(message.substring(DIFFERENCE.length()).strip());
      } else {
        work.command(message);
      }
    } else {
      turn = true;
      modes.mark();
      own = true;
      calls = 0;
      transcript.person(message);
      meter.begin(message.startsWith("!") ? "Running" : "Waiting for the model");
      modes.show(TerminalModes.Activity.WORKING);
      work.ask(message);
    }
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
        engine.ifPresent(program -> status = program.status());
      }
    }
  }

  void done() throws IOException {
    working = false;
    transcript.endPrinted();
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
          status = program.status();
          waiting.late(program.left());
        });
    if (!leaving) {
      next();
    }
  }

  void asked(PendingDialog question) throws IOException {
    questions.add(question);
    if (!(question.dialog() instanceof ChoiceDialog)) { // which the person called for
      modes.show(TerminalModes.Activity.ASKING);
      modes.call("Writ asks");
    }
  }

  void withdrawn(PendingDialog question) throws IOException {
    questions.remove(question);
    resumed();
  }

  /// What was asked is settled.
  private void resumed() throws IOException {
    modes.show(turn ? TerminalModes.Activity.WORKING : TerminalModes.Activity.IDLE);
  }

  /// Leaves once what runs has ended.
  void leave() throws IOException {
    if (leaving) {
      return;
    }
    leaving = true;
    abort();
    work.end();
  }

  private void abort() throws IOException {
    for (PendingDialog question : questions) {
      question.close(false);
    }
    questions.clear();
    if (engine.isPresent() && working) {
      engine.get().abort();
    }
  }

  Outside take(KeyboardInput input) throws IOException {
    hint = "";
    PendingDialog question = questions.peek();
    if (question != null) {
      answer(question, input);
      return Outside.NOTHING;
    }
    if (input instanceof KeyboardInput.Pasted(String text)) {
      composer.paste(text);
    } else if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
      boolean twice =
          before.filter(key::equals).isPresent()
              && setup.clock().getAsLong() - beforeAt < TWICE_NANOS;
      before = Optional.of(key);
      if (key.equals(KeyPress.of(KeyPress.Name.UP)) && composer.isEmpty() && !waiting.isEmpty()) {
        composer.set(waiting.takeBack(engine.map(ChatEngine::left).orElse(List.of())));
        return Outside.NOTHING;
      }
      Outside outside = wish(composer.press(key), twice);
      beforeAt = setup.clock().getAsLong();
      return outside;
    }
    return Outside.NOTHING;
  }

  private void answer(PendingDialog question, KeyboardInput input) throws IOException {
    if (input instanceof KeyboardInput.Pressed(KeyPress key)
        && key.equals(KeyPress.named("Ctrl-C"))) {
      abort();
    } else if (!question.dialog().takesKeys()) {
      composer.goOn(input);
    } else if (question.dialog().take(input)) {
      boolean _ = questions.remove(question);
      transcript.add(question.dialog().summary());
      resumed();
      question.close(true);
    }
  }

  private Outside wish(KeyRequest request, boolean twice) throws IOException {
    switch (request) {
      case KeyRequest.Nothing _ -> {}
      case KeyRequest.Send(String message) -> send(message);
      case KeyRequest.Queue(String message) -> {
        composer.taken(message);
        waiting.queue(message);
        next();
      }
      case KeyRequest.ShowKeys _ -> commands.showKeys();
      case KeyRequest.Do(EditorAction action) -> {
        return act(action, twice);
      }
    }
    return Outside.NOTHING;
  }

  private static boolean isLeave(String message) {
    String line = message.strip();
    return line.equals("/quit") || line.equals("/exit");
  }

  /// A meta command, or a command of the person's own: neither steers a turn.
  private static boolean isForWrit(String line) {
    return line.startsWith("/") || line.startsWith("!");
  }

  private void send(String message) throws IOException {
    composer.taken(message);
    String line = message.strip();
    if (isLeave(line)) {
      leave();
    } else if (commands.take(line)) {
      return;
    } else if (engine.isEmpty()) {
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

  private Outside act(EditorAction action, boolean twice) throws IOException {
    switch (action) {
      case CANCEL -> cancel(twice);
      case INTERRUPT -> interrupt(twice);
      case LEAVE -> leave();
      case NEXT_MODE -> {
        if (engine.isPresent()) {
          engine.get().nextMode();
          status = engine.get().status();
          hint = "mode: " + status.mode();
        }
      }
      case EXPAND -> hint = transcript.unfold();
      case PLAN -> hint = transcript.showPlan();
      case EXTERNAL -> {
        return Outside.EDITOR;
      }
      case SUSPEND -> {
        return Outside.SUSPEND;
      }
      case REDRAW -> {
        return Outside.REDRAW;
      }
      default -> {}
    }
    return Outside.NOTHING;
  }

  private void cancel(boolean twice) throws IOException {
    if (working) {
      abort();
    } else if (composer.isEmpty()) {
      if (twice && engine.isPresent()) {
        begin("/rewind");
      } else {
        hint = "Esc again: back to before a turn";
      }
    } else if (twice) {
      composer.clear();
      hint = "cleared; Up brings it back";
    } else {
      hint = "Esc again clears the message";
    }
  }

  private void interrupt(boolean twice) throws IOException {
    if (leaving) {
      givenUp = twice;
    } else if (twice && composer.isEmpty()) {
      leave();
    } else if (working) {
      abort();
    } else if (composer.isEmpty()) {
      hint = "Ctrl-C again leaves";
    } else {
      composer.clear();
      hint = "cleared; Up brings it back. Ctrl-C again leaves";
    }
  }

  ScreenFrame frame(int width, int rows) {
    if (!questions.isEmpty()) {
      return question(width, rows);
    }
    if (leaving && !working) {
      return ScreenFrame.NONE;
    }
    StyledLine below =
        hint.isEmpty()
            ? status.line(meter, width)
            : StyledLine.of(TextRole.WARNING, "  " + hint).cut(width);
    return layout.frame(width, rows, working, below);
  }

  /// The question that stands, and those that wait behind it.
  private ScreenFrame question(int width, int rows) {
    TerminalDialog question = questions.getFirst().dialog();
    boolean roomy = rows >= DeskLayout.ROOMY_ROWS && !transcript.endsBlank();
    List<StyledLine> others = new ArrayList<>();
    questions.stream()
        .skip(1)
        .limit(DeskLayout.MOST_OTHERS)
        .map(other -> StyledLine.of(TextRole.DIM, "  then: " + other.dialog().subject()).cut(width))
        .forEach(others::add);
    ScreenFrame frame = question.frame(width, rows - others.size() - (roomy ? 2 : 1)).above(others);
    return roomy ? frame.below(StyledLine.EMPTY) : frame;
  }
}
