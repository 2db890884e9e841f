// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Going back by keys, and what commands print.
class ChatRewindTest {
  private final FakeTerminal terminal = new FakeTerminal(80, 24);
  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private final MessageHistory history =
      MessageHistory.open(home.path("history.jsonl"), text -> text);

  @AfterEach
  void close() {
    history.close();
    home.close();
  }

  private ChatRun start(Consumer<ChatRun> turn) {
    return new ChatRun(terminal, history, turn);
  }

  @Test
  void escapeTwiceInAnEmptyEditorWritesARewind() throws InterruptedException {
    ChatRun chat = start(_ -> {});
    terminal.screen.await("test/model");
    terminal.type("\u001b");
    terminal.screen.await("Esc again: back to before the last turn");
    terminal.type("\u001b");
    terminal.screen.await("> /rewind 1");
    terminal.screen.await("Enter forgets the last turn");
    terminal.type("\r");
    terminal.screen.await("did /rewind 1");
    chat.leave();
  }

  @Test
  void aCommandThatAsksTheModelNothingHasNoSummary() throws InterruptedException {
    ChatRun chat = start(c -> c.screen.print("without showing the model\n"));
    terminal.screen.await("test/model");
    terminal.type("!!ls\r");
    terminal.screen.await("without showing the model");
    terminal.awaitGone("Esc stops");
    assertThat(terminal.screen.everything()).doesNotContain("\n  0s");
    chat.leave();
  }

  @Test
  void keysStandInColumns() throws InterruptedException {
    ChatRun chat = start(_ -> {});
    terminal.screen.await("test/model");
    terminal.type("?");
    terminal.screen.await("\n  Ctrl-R                      search older messages\n");
    chat.leave();
  }

  @Test
  void printedLinesBreakBetweenWordsAndAnAnswerStandsApart() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              c.screen.print("  indented words " + "that go on and on ".repeat(5) + "\n");
              c.says("Answer.");
              c.ends();
            });
    terminal.screen.await("test/model");
    terminal.type("do\r");
    terminal.screen.await("Answer.");
    assertThat(terminal.screen.everything())
        .contains("on that go\n  on and on that go on and on\n", "on and on\n\nAnswer.");
    chat.leave();
  }
}
