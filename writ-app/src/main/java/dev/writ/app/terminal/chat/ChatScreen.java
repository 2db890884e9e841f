// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.ChoicePrompt;
import dev.writ.app.terminal.dialog.PendingDialog;
import dev.writ.app.terminal.input.KeyReader;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.input.TerminalPort;
import dev.writ.app.terminal.pager.FullScreenView;
import dev.writ.app.terminal.screen.ColorTheme;
import dev.writ.app.terminal.screen.LiveRegion;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.TerminalModes;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.kernel.approval.Approver;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A chat at a terminal. One thread owns all that is shown; it draws the prompt before anything
/// else is ready and never waits for an answer of the terminal. Another thread does the work
/// ([#serve]) and tells this one what happens.
public final class ChatScreen {
  private static final long FRAME_NANOS = 50_000_000L;
  private static final long TICK_NANOS = 200_000_000L;
  private static final long KEEP_NANOS = 1_000_000_000L;
  private static final int BATCH = 256;
  private static final String CLEAR = "\u001b[H\u001b[2J";

  private final LinkedBlockingQueue<ScreenEvent> happenings = new LinkedBlockingQueue<>();
  private final ConcurrentLinkedQueue<KeyboardInput> typed = new ConcurrentLinkedQueue<>();
  private final WorkQueue work = new WorkQueue();
  private final CountDownLatch served = new CountDownLatch(1);
  private final TerminalPort port;
  private final TerminalModes modes;
  private final LiveRegion region;
  private final KeyReader reader;
  private final ChatSetup setup;
  private final ChatDesk desk;
  private final ScreenApprover approver;
  private Optional<Throwable> failure = Optional.empty();
  private int columns = 80;
  private int rows = 24;
  private boolean lent;

  /// What is shown on the alternate screen, while something is.
  private Optional<LiveRegion> full = Optional.empty();

  /// Whether the terminal got another size while the main screen was not in sight.
  private boolean stale;

  private long painted;
  private long changed;

  /// A chat on that terminal.
  public ChatScreen(TerminalPort port, ChatSetup setup) {
    this.port = port;
    this.setup = setup;
    this.modes = new TerminalModes(port, setup.environment());
    this.region = new LiveRegion(ColorTheme.MONOCHROME); // whether colours are wanted comes later
    this.reader = new KeyReader(port, this::type);
    this.approver = new ScreenApprover(happenings::add, setup.composer().keys(), setup.clock());
    this.desk = new ChatDesk(setup, work, modes, region);
  }

  private void type(KeyboardInput input) {
    typed.add(input);
    happenings.add(new ScreenEvent.Typed());
  }

  /// Asks the person on the screen.
  public Approver approver() {
    return approver;
  }

  /// Lets the person choose on the screen.
  public ChoicePrompt choices() {
    return approver;
  }

  /// An event of the session; from any thread.
  public void hear(SessionEvent event) {
    happenings.add(new ScreenEvent.Heard(event));
  }

  /// The status line that a program of the person's own drew; from any thread.
  ///
  /// @param line empty for the usual one
  public void status(String line) {
    happenings.add(new ScreenEvent.StatusDrawn(line));
  }

  /// Shows the end of a restored conversation; from any thread.
  public void recall(String request, String answer) {
    happenings.add(new ScreenEvent.Recalled(request, answer));
  }

  /// Puts a message into the editor where nothing is written; from any thread.
  public void propose(String message) {
    happenings.add(new ScreenEvent.RemovedRequest(message));
  }

  /// Text that a command prints; from any thread.
  public void print(String text) {
    happenings.add(new ScreenEvent.Printed(text));
  }

  /// Does the work that the screen asks for, on the calling thread, until the person leaves.
  ///
  /// @param out where commands print, which leads to [#print]
  public void serve(ChatEngine engine, PrintStream out) throws IOException, InterruptedException {
    happenings.add(new ScreenEvent.Ready(engine));
    work.serve(engine, out, happenings::add);
  }

  /// The thread that serves has ended.
  ///
  /// @param cause why, where it is not that the person left
  public void ended(Optional<Throwable> cause) {
    cause.ifPresent(why -> happenings.add(new ScreenEvent.Failed(why)));
    served.countDown();
    happenings.add(new ScreenEvent.Resized());
  }

  /// Gives the terminal to the calling thread, which may not be the screen's.
  public void lend() throws InterruptedException {
    CountDownLatch given = new CountDownLatch(1);
    happenings.add(new ScreenEvent.Lent(given));
    given.await();
  }

  /// Takes the terminal back.
  public void takeBack() {
    happenings.add(new ScreenEvent.Returned());
  }

  /// Shows the chat until the person leaves, or what serves it has ended; the terminal is then as
  /// it was.
  ///
  /// @return what ended it, if it was not the person
  public Optional<Throwable> run() throws IOException, InterruptedException {
    try {
      modes.enter();
      size();
      setup.signals().atEnd(this::endedFromOutside);
      setup.signals().on("WINCH", () -> happenings.add(new ScreenEvent.Resized()));
      paint();
      reader.start();
      while (!isOver()) {
        step();
      }
      desk.keep();
      if (!lent) {
        mainScreen();
        modes.write(region.show(desk.transcript().takeFinished(), ScreenFrame.NONE));
      }
    } finally {
      modes.close(region.leave());
    }
    return failure;
  }

  private boolean isOver() {
    return served.getCount() == 0 || desk.isGivenUp();
  }

  private void endedFromOutside() {
    desk.keep();
    try {
      modes.close("\r\n\u001b[J");
    } catch (IOException _) {
      // The terminal is gone.
    }
  }

  private void step() throws IOException, InterruptedException {
    ScreenEvent first = happenings.poll(patience(), TimeUnit.NANOSECONDS);
    boolean key = false;
    ScreenEvent next = first;
    for (int i = 0; next != null; i++) {
      handle(next);
      key |= takeTyped();
      next = key || i >= BATCH ? null : happenings.poll();
    }
    long now = setup.clock().getAsLong();
    if (first != null || desk.isWorking()) {
      changed = changed == 0 ? now : changed;
    }
    if (first == null && !desk.isWorking()) {
      desk.keep();
    }
    if (changed != 0 && (key || now - painted >= FRAME_NANOS)) {
      paint();
    }
  }

  /// So long nothing need be done if nothing happens.
  private long patience() {
    if (changed != 0) {
      return Math.max(0, FRAME_NANOS - (setup.clock().getAsLong() - painted));
    }
    return desk.isWorking() && setup.moving() ? TICK_NANOS : KEEP_NANOS;
  }

  private boolean takeTyped() throws IOException, InterruptedException {
    boolean any = false;
    for (KeyboardInput input = typed.poll(); input != null; input = typed.poll()) {
      any = true;
      if (input instanceof KeyboardInput.Closed) {
        desk.leave();
      } else {
        outside(desk.take(input));
      }
    }
    return any;
  }

  /// What needs the terminal without a screen.
  private void outside(ChatDesk.Outside what) throws IOException, InterruptedException {
    switch (what) {
      case NOTHING -> {}
      case EDITOR -> {
        giveAway();
        try {
          desk.edited(setup.editor().edit(desk.draft()));
        } catch (IOException e) {
          desk.hint("no editor: " + e.getMessage() + "; set $VISUAL or $EDITOR");
        } finally {
          takeAgain();
        }
      }
      case SUSPEND -> {
        giveAway();
        try {
          port.suspend();
        } finally {
          takeAgain();
        }
      }
      case REDRAW -> {
        modes.write(CLEAR);
        full.orElse(region).forget();
      }
    }
  }

  private void giveAway() throws IOException, InterruptedException {
    mainScreen();
    reader.pause();
    modes.leave(region.leave());
    lent = true;
  }

  private void takeAgain() throws IOException {
    lent = false;
    modes.enter();
    region.forget();
    size();
    reader.resume();
  }

  private void handle(ScreenEvent screenEvent) throws IOException, InterruptedException {
    switch (screenEvent) {
      case ScreenEvent.Typed _ -> {}
      case ScreenEvent.Heard(SessionEvent event) -> desk.hear(event);
      case ScreenEvent.StatusDrawn(String line) -> desk.status(line);
      case ScreenEvent.Printed(String text) -> desk.transcript().printed(text);
      case ScreenEvent.Recalled(String request, String answer) ->
          desk.transcript().recall(request, answer);
      case ScreenEvent.RemovedRequest(String message) -> desk.propose(message);
      case ScreenEvent.Compared(List<FileDifference> files) -> desk.transcript().compared(files);
      case ScreenEvent.NothingChosen _ -> desk.transcript().dropCommand();
      case ScreenEvent.Ready(ChatEngine engine) -> desk.ready(engine);
      case ScreenEvent.Done _ -> desk.done();
      case ScreenEvent.Failed(Throwable cause) -> failure = Optional.of(cause);
      case ScreenEvent.Asked(PendingDialog question) -> desk.asked(question);
      case ScreenEvent.Withdrawn(PendingDialog question) -> desk.withdrawn(question);
      case ScreenEvent.Resized _ -> resized();
      case ScreenEvent.Lent(CountDownLatch given) -> {
        desk.transcript().keepCommand();
        paint(); // what is left on the screen is finished
        giveAway();
        given.countDown();
      }
      case ScreenEvent.Returned _ -> takeAgain();
    }
  }

  private void size() {
    int[] size = port.size().orElse(new int[] {80, 24});
    columns = Math.max(size[0], 10);
    rows = Math.max(size[1], 4);
    desk.transcript().width(columns - 1);
    region.height(rows);
  }

  private void resized() throws IOException {
    int before = columns;
    int rowsBefore = rows;
    size();
    if (lent || (before == columns && rowsBefore == rows)) {
      return;
    }
    if (full.isPresent()) {
      stale = true;
      modes.write(CLEAR);
      full.get().forget();
    } else {
      modes.write(region.resized(columns));
    }
  }

  /// Goes back to the main screen, if another one is shown.
  private void mainScreen() throws IOException {
    modes.full(false);
    full = Optional.empty();
    if (stale) {
      stale = false;
      modes.write(region.resized(columns));
    }
  }

  /// Draws what fills the screen.
  private void fullScreen(FullScreenView view) throws IOException {
    modes.full(true);
    LiveRegion whole = full.orElseGet(region::elsewhere);
    full = Optional.of(whole);
    modes.write(whole.show(List.of(), view.frame(columns - 1, rows)));
  }

  private void paint() throws IOException {
    changed = 0;
    painted = setup.clock().getAsLong();
    if (lent) {
      return;
    }
    if (desk.whole().isPresent()) {
      fullScreen(desk.whole().get());
    } else {
      mainScreen();
      ScreenFrame frame = desk.frame(columns - 1, rows);
      modes.write(region.show(desk.transcript().takeFinished(), frame));
    }
  }
}
