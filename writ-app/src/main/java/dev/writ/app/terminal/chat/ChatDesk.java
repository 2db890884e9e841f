// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.ChoiceDialog;
import dev.writ.app.terminal.dialog.PendingDialog;
import dev.writ.app.terminal.dialog.QuestionQueue;
import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyRepeat;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.pager.FullScreenView;
import dev.writ.app.terminal.pager.TextPager;
import dev.writ.app.terminal.screen.LiveRegion;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.TerminalModes;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.app.terminal.status.TurnMeter;
import dev.writ.engine.conversation.SessionEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What a person writes, reads and answers in a chat, and what their keys do. Used by one thread,
/// but for [#keep].
final class ChatDesk {
  private static final String SEARCH_KEYS =
      "  Enter takes it · Ctrl-R older · Ctrl-S newer · Esc closes";

  private static final KeyPress UP = KeyPress.of(KeyPress.Name.UP);
  private static final KeyPress BACKGROUND = KeyPress.named("Ctrl-B");
  private static final KeyPress STOP = KeyPress.named("Ctrl-C");

  private final TerminalModes modes;
  private final KeyTable keys;
  private final OwnCommands commands;
  private final MessageComposer composer;
  private final ChatTranscript transcript;
  private final TurnMeter meter;
  private final DeskLayout layout;
  private final QuestionQueue questions = new QuestionQueue();
  private final ChatWork work;
  private final KeyRepeat repeat;
  private Optional<TextPager> pager = Optional.empty();
  private String hint = "";
  private String drawn = "";
  private boolean givenUp;

  /// What needs the terminal without a screen.
  enum Outside {
    NOTHING,
    EDITOR,
    SUSPEND,
    REDRAW
  }

  ChatDesk(ChatSetup setup, WorkQueue jobs, TerminalModes modes, LiveRegion region) {
    this.modes = modes;
    this.repeat = new KeyRepeat(setup.clock());
    this.keys = new KeyTable(setup.composer().keys());
    this.composer = new MessageComposer(keys, setup.composer());
    this.transcript = new ChatTranscript(79);
    this.meter = new TurnMeter(setup.clock(), setup.moving());
    this.commands =
        new OwnCommands(
            transcript,
            new ThemeChoice(region, setup.theme()),
            keys,
            setup.composer().completion().commands());
    this.work = new ChatWork(jobs, modes, transcript, meter, questions);
    this.layout = new DeskLayout(transcript, composer, work.waiting(), meter);
    setup.composer().history().takeDraft().ifPresent(composer::set);
  }

  ChatTranscript transcript() {
    return transcript;
  }

  /// What fills the screen, while something does.
  Optional<FullScreenView> whole() {
    return questions.isEmpty() ? pager.map(view -> view) : questions.whole();
  }

  /// Whether something moves on the screen by itself.
  boolean isWorking() {
    return work.isWorking() && questions.isEmpty();
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

  void propose(String message) {
    if (composer.isEmpty()) {
      composer.set(message);
    }
  }

  void edited(Optional<String> text) {
    text.ifPresent(composer::set);
  }

  void ready(ChatEngine program) throws IOException {
    commands.show(program.view(), meter);
    meter.count(program.session());
    composer.complete(program::words);
    work.ready(program);
  }

  /// Shows a line in place of the usual status line.
  void status(String line) {
    drawn = line;
  }

  void hear(SessionEvent event) {
    work.hear(event);
  }

  void done() throws IOException {
    work.done();
  }

  void leave() throws IOException {
    work.leave();
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

  Outside take(KeyboardInput input) throws IOException {
    hint = "";
    if (input instanceof KeyboardInput.Pressed(KeyPress key) && isInFront()) {
      Optional<Outside> outside = keys.action(key).flatMap(ChatDesk::outside);
      if (outside.isPresent()) {
        return outside.get();
      }
    }
    if (!questions.isEmpty()) {
      answer(input);
    } else if (pager.isPresent()) {
      read(pager.get(), input);
    } else if (input instanceof KeyboardInput.Pasted(String text)) {
      composer.paste(text);
    } else if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
      boolean twice = repeat.isTwice(key);
      boolean forWork = !composer.isOpen() && press(key);
      return forWork ? Outside.NOTHING : wish(composer.press(key), twice);
    }
    return Outside.NOTHING;
  }

  /// Whether something else takes the keys than the editor.
  private boolean isInFront() {
    return !questions.isEmpty() || pager.isPresent();
  }

  /// What an action does whatever takes the keys.
  private static Optional<Outside> outside(EditorAction action) {
    return switch (action) {
      case SUSPEND -> Optional.of(Outside.SUSPEND);
      case REDRAW -> Optional.of(Outside.REDRAW);
      default -> Optional.empty();
    };
  }

  private void answer(KeyboardInput input) throws IOException {
    if (input instanceof KeyboardInput.Pressed(KeyPress key) && key.equals(STOP)) {
      pager = Optional.empty();
      work.abort();
      return;
    }
    Optional<List<StyledLine>> summary = questions.take(input, this::goOn);
    List<StyledLine> printed = questions.takePrinted(transcript.width());
    if (!printed.isEmpty()) {
      transcript.add(printed);
    }
    if (summary.isPresent()) {
      transcript.add(summary.get());
      resumed();
    }
  }

  /// Takes what was meant for what a question has just taken the place of.
  private void goOn(KeyboardInput input) {
    if (pager.isPresent()) {
      read(pager.get(), input);
    } else {
      composer.goOn(input);
    }
  }

  /// What was asked is settled; what was read before is closed.
  private void resumed() throws IOException {
    pager = Optional.empty();
    work.resumed();
  }

  private void read(TextPager view, KeyboardInput input) {
    TextPager.Outcome outcome = view.take(input);
    if (outcome != TextPager.Outcome.OPEN) {
      pager = Optional.empty();
    }
    if (outcome == TextPager.Outcome.PRINT) {
      transcript.add(view.text().lines(transcript.width()));
    }
  }

  /// A key in an empty editor that is about what runs or waits.
  ///
  /// @return whether it is one
  private boolean press(KeyPress key) throws IOException {
    if (key.equals(UP) && !work.waiting().isEmpty()) {
      composer.set(work.takeBack());
      return true;
    }
    Optional<String> moved = key.equals(BACKGROUND) ? work.background() : Optional.empty();
    hint = moved.orElse(hint);
    return moved.isPresent();
  }

  private Outside wish(KeyRequest request, boolean twice) throws IOException {
    switch (request) {
      case KeyRequest.Nothing _ -> {}
      case KeyRequest.Send(String message) -> send(message);
      case KeyRequest.Queue(String message) -> {
        if (work.isBusy()) {
          composer.taken(message);
          work.waiting().queue(message);
        } else {
          hint = "Enter sends it; Tab sends it after a turn that runs";
        }
      }
      case KeyRequest.ShowKeys _ -> commands.showKeys();
      case KeyRequest.Do(EditorAction action) -> {
        return act(action, twice);
      }
    }
    return Outside.NOTHING;
  }

  private void send(String message) throws IOException {
    composer.taken(message);
    String line = message.strip();
    if (ChatWork.isLeave(line)) {
      work.leave();
    } else if (!commands.take(line)) {
      work.send(message);
    }
  }

  private Outside act(EditorAction action, boolean twice) throws IOException {
    switch (action) {
      case CANCEL -> cancel(twice);
      case INTERRUPT -> interrupt(twice);
      case LEAVE -> work.leave();
      case NEXT_MODE -> work.nextMode().ifPresent(mode -> hint = "mode: " + mode);
      case EXPAND -> {
        pager = transcript.whole().map(text -> new TextPager(text, transcript.width()));
        hint = pager.isPresent() ? "" : "there is no output yet";
      }
      case PLAN -> hint = transcript.showPlan();
      case EXTERNAL -> {
        return Outside.EDITOR;
      }
      default -> {
        return outside(action).orElse(Outside.NOTHING);
      }
    }
    return Outside.NOTHING;
  }

  private void cancel(boolean twice) throws IOException {
    if (work.isWorking()) {
      work.abort();
    } else if (composer.isEmpty()) {
      if (!twice || !work.rewind()) {
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
    if (work.isLeaving()) {
      givenUp = twice;
    } else if (twice && composer.isEmpty()) {
      work.leave();
    } else if (work.isWorking()) {
      work.abort();
    } else if (composer.isEmpty()) {
      hint = "Ctrl-C again leaves";
    } else {
      composer.clear();
      hint = "cleared; Up brings it back. Ctrl-C again leaves";
    }
  }

  ScreenFrame frame(int width, int rows) {
    if (!questions.isEmpty()) {
      boolean apart = rows >= DeskLayout.ROOMY_ROWS && !transcript.endsBlank();
      return questions.frame(width, rows, apart);
    }
    if (work.isLeaving() && !work.isWorking()) {
      return ScreenFrame.NONE;
    }
    return layout.frame(width, rows, work.isWorking(), below(width));
  }

  /// The line below the editor.
  private StyledLine below(int width) {
    if (composer.isSearching()) {
      return StyledLine.of(TextRole.DIM, SEARCH_KEYS).cut(width);
    }
    if (!hint.isEmpty()) {
      return StyledLine.of(TextRole.WARNING, "  " + hint).cut(width);
    }
    return drawn.isEmpty()
        ? work.status().line(meter, width)
        : StyledLine.of(TextRole.DIM, "  " + drawn).cut(width);
  }
}
