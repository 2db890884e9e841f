// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.CompletionSource;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A chat that runs on threads of its own.
final class ChatRun {
  final AtomicReference<Runnable> atEnd = new AtomicReference<>(() -> {});
  final AtomicReference<Runnable> onResize = new AtomicReference<>(() -> {});
  final ChatScreen screen;
  final FakeEngine engine;
  private final FakeTerminal terminal;
  private final Thread thread;

  ChatRun(FakeTerminal terminal, MessageHistory history, Consumer<ChatRun> turn) {
    this(terminal, history, KeyBindings.USUAL, turn);
  }

  ChatRun(FakeTerminal terminal, MessageHistory history, KeyBindings keys, Consumer<ChatRun> turn) {
    this.terminal = terminal;
    screen =
        new ChatScreen(
            terminal,
            new ChatSetup(
                Map.of("TERM", "xterm"),
                System::nanoTime,
                signals(),
                text -> Optional.of(text + " edited"),
                new ComposerSetup(
                    history,
                    new CompletionSource(
                        Map.of(
                            "/help",
                            "all commands",
                            "/mode",
                            "the mode",
                            "!!COMMAND",
                            "only for you"),
                        () -> List.of("src/Main.java", "README.md")),
                    keys,
                    UnaryOperator.identity())));
    engine = new FakeEngine(screen.choices(), _ -> turn.accept(this));
    thread = Thread.ofPlatform().start(this::run);
    Thread.ofPlatform().daemon().start(this::serve);
  }

  private void run() {
    try {
      assertThat(screen.run()).isEmpty();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void serve() {
    OutputStream lines =
        new OutputStream() {
          @Override
          public void write(int one) {
            screen.print(Character.toString(one));
          }
        };
    try {
      screen.serve(engine, new PrintStream(lines, true, StandardCharsets.UTF_8));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      screen.ended(Optional.empty());
    }
  }

  void says(String text) {
    screen.hear(new SessionEvent.Streaming(new AnswerDelta.TextDelta(text)));
  }

  void ends() {
    screen.hear(new SessionEvent.Ended(new TurnEnd.FinalAnswer("", TurnEnd.Totals.NONE)));
  }

  /// Ctrl-C until the chat has ended: a turn that still runs and a draft take the first ones.
  void leave() throws InterruptedException {
    for (int i = 0; i < 20 && thread.isAlive(); i++) {
      terminal.type("\u0003\u0003");
      thread.join(500);
    }
    left();
  }

  void left() throws InterruptedException {
    thread.join(10_000);
    assertThat(thread.isAlive()).isFalse();
    assertThat(terminal.isRaw()).isFalse();
    assertThat(terminal.screen.modes()).isEmpty();
    assertThat(terminal.screen.unknown()).isEmpty();
  }

  private SignalSource signals() {
    return new SignalSource() {
      @Override
      public void on(String name, Runnable action) {
        onResize.set(action);
      }

      @Override
      public void atEnd(Runnable action) {
        atEnd.set(action);
      }
    };
  }
}
