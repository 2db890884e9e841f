// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.dialog.ListedChoice;
import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
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
  void escapeTwiceInAnEmptyEditorAsksWhereToGoBackTo() throws InterruptedException {
    ChatRun chat = start(_ -> {});
    terminal.screen.await("test/model");
    terminal.type("\u001b");
    terminal.screen.await("Esc again: back to before a turn");
    terminal.type("\u001b");
    terminal.screen.await("did /rewind");
    chat.leave();
  }

  @Test
  void aListThatIsClosedLeavesNoLineOfItsCommand() throws InterruptedException {
    ChatRun chat = start(ChatRun::ends);
    terminal.screen.await("test/model");
    terminal.type("/choose\r");
    terminal.screen.await("Which one?");
    terminal.type("\u001b");
    terminal.awaitGone("Which one?");
    terminal.type("/choose\r");
    terminal.screen.await("Which one?");
    terminal.type("\r");
    terminal.screen.await("> /choose\ndid /choose");
    assertThat(terminal.screen.everything()).containsOnlyOnce("> /choose");
    terminal.type("/quit\r");
    chat.left();
  }

  @Test
  void aRemovedRequestCanBeWrittenAnewWhereNothingIsWritten() throws InterruptedException {
    ChatRun chat = start(_ -> {});
    terminal.screen.await("test/model");
    chat.screen.propose("do it");
    terminal.screen.await("> do it");
    terminal.type(" better");
    terminal.screen.await("> do it better");
    chat.screen.propose("other words");
    chat.screen.print("printed\n");
    terminal.screen.await("printed");
    assertThat(terminal.screen.screen()).contains("> do it better").doesNotContain("other");
    chat.leave();
  }

  @Test
  void theEndOfARestoredConversationLooksAsItDidBefore() throws InterruptedException {
    ChatRun chat = start(_ -> {});
    chat.screen.recall("one\ntwo", "An **answer**\n\n- with a list");
    chat.screen.print("session x: 2 messages restored\n");
    terminal.screen.await("2 messages restored");
    assertThat(terminal.screen.everything())
        .contains("› one\n  two\n\nAn answer\n\n• with a list\n\nsession x: 2 messages restored");
    chat.leave();
  }

  /// The engine asks which one while its command runs; the draft stays.
  @Test
  void aListThatThePersonCalledForStandsInsteadOfTheEditor() throws InterruptedException {
    AtomicReference<OptionalInt> chosen = new AtomicReference<>(OptionalInt.empty());
    ChatRun chat =
        start(
            c -> {
              try {
                chosen.set(
                    c.screen
                        .choices()
                        .choose(
                            "Which?",
                            List.of(ListedChoice.of("first"), ListedChoice.of("second"))));
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              c.says("chosen\n\n");
              c.ends();
            });
    terminal.screen.await("test/model");
    terminal.type("choose\rdraft");
    terminal.screen.await("› first");
    assertThat(terminal.written()).doesNotContain("\u0007\u0007");
    terminal.type("\u001b[B\r");
    terminal.screen.await("chosen");
    terminal.screen.await("> draft");
    assertThat(chosen.get()).hasValue(1);
    chat.leave();
  }

  @Test
  void questionsThatWaitAreNamedBehindTheOneThatStands() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              for (String call : List.of("run one", "run two")) {
                Thread.ofPlatform().daemon().start(() -> ask(c, call));
                await(c, call);
              }
              ask(c, "run three");
            });
    terminal.screen.await("test/model");
    terminal.type("do\r");
    terminal.screen.await("then: run three");
    assertThat(terminal.screen.screen())
        .contains("? run one", "  then: run two\n  then: run three");
    chat.leave();
  }

  private void await(ChatRun chat, String call) {
    try {
      terminal.screen.await(call);
    } catch (InterruptedException e) {
      throw new AssertionError(chat.engine.asked.toString(), e);
    }
  }

  private static void ask(ChatRun chat, String call) {
    Act act = new Act(List.of(call));
    try {
      chat.screen.approver().ask(new Question("d", act, List.of(), List.of(), "I", Choices.NONE));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
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
  void aPrintedLineWithColumnsGoesOnBelowItsSecondOne() throws InterruptedException {
    ChatRun chat = start(c -> c.screen.print("ok    a table of " + "words ".repeat(14) + "\n"));
    terminal.screen.await("test/model");
    terminal.type("!!x\r");
    terminal.screen.await("ok    a table of words");
    assertThat(terminal.screen.everything()).contains("words\n      words words");
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
