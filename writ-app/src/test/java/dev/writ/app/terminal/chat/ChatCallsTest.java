// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.session.PersonQuestion;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a person can see again of a turn's calls.
class ChatCallsTest {
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
  void aModelThatStandsInIsNamedOnceWithTheReason() throws InterruptedException {
    ModelId one = new ModelId("a", "one");
    ModelId two = new ModelId("b", "two");
    ProviderError down =
        new ProviderError(ProviderError.ProviderErrorKind.SERVER_ERROR, "overloaded");
    ChatRun chat =
        start(
            c -> {
              c.says("Half an ans");
              c.screen.hear(
                  new SessionEvent.Recorded(
                      SessionEvents.providerSwitch(one, two, "fallback").build()));
              c.screen.hear(new SessionEvent.Substituted(down, one, two));
              c.says("Whole.\n\n");
              c.ends();
            });
    terminal.type("go\r");
    terminal.screen.await("Whole.");
    terminal.awaitGone("Esc stops");
    assertThat(terminal.screen.everything())
        .contains(
            """
            Half an ans
            a/one failed: overloaded; what it wrote is discarded; b/two answers now
            """)
        .containsOnlyOnce("b/two");
    chat.leave();
  }

  @Test
  void allCallsOfTheLastTurnAreReadOnAScreenOfTheirOwnThatLeavesNoTraces()
      throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              String turn = c.engine.asked.getLast();
              for (String name : List.of(turn + "A", turn + "B")) {
                ToolCall call = new ToolCall(name, "run_command", "{\"command\":\"print\"}");
                ToolResult done = new ToolResult.Success(name + "-first\n" + "more\n".repeat(15));
                c.screen.hear(new SessionEvent.Calling(call));
                c.screen.hear(
                    new SessionEvent.Called(
                        call, done, new CallAnswer(done, List.of(), List.of(), call)));
              }
              c.says("done with " + turn + "\n\n");
              c.ends();
            });
    terminal.type("\u000f");
    terminal.screen.await("there is no output yet");
    terminal.type("one\r");
    terminal.screen.await("done with one");
    terminal.awaitGone("Esc stops");
    String before = terminal.screen.everything();
    terminal.type("\u000f");
    terminal.screen.await("oneB-first");
    terminal.screen.await("call 2 of 2");
    assertThat(terminal.screen.modes()).contains("?1049");
    terminal.type("{");
    terminal.screen.await("oneA-first");
    terminal.type("q");
    terminal.screen.await("done with one");
    assertThat(terminal.screen.everything()).isEqualTo(before);
    assertThat(terminal.screen.modes()).doesNotContain("?1049");
    terminal.type("two\r");
    terminal.screen.await("done with two");
    terminal.type("\u000f");
    terminal.screen.await("twoB-first");
    terminal.type("[");
    terminal.screen.await("twoA-first");
    assertThat(terminal.screen.everything())
        .doesNotContain("oneA-first")
        .contains("twoA-first", "twoB-first");
    terminal.type("\u0004");
    chat.left();
  }

  @Test
  void aQuestionTakesThePlaceOfWhatIsReadAndWhatHappensMeanwhileIsShownAfterwards()
      throws InterruptedException {
    CountDownLatch read = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    ChatRun chat =
        start(
            c -> {
              call(c, "first", "output of the first\n".repeat(30));
              await(read);
              c.says("said meanwhile\n\n");
              await(asked);
              PersonQuestion question = new PersonQuestion("Which one?", List.of("left", "right"));
              try {
                assertThat(c.screen.approver().reply(question)).isEmpty();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              c.ends();
            });
    terminal.type("go\r");
    terminal.screen.await("25 more lines");
    terminal.type("\u000f");
    terminal.screen.await("lines 1–23 of 31");
    read.countDown();
    terminal.resize(60, 20);
    chat.onResize.get().run();
    terminal.screen.await("lines 1–19 of 31");
    assertThat(terminal.screen.screen()).doesNotContain("said meanwhile");
    asked.countDown();
    terminal.screen.await("Which one?");
    assertThat(terminal.screen.everything()).contains("said meanwhile");
    assertThat(terminal.screen.modes()).doesNotContain("?1049");
    terminal.type("\u0003");
    terminal.awaitGone("Esc stops");
    chat.leave();
  }

  @Test
  void whatEndsTheChatLeavesTheOtherScreenFirst() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              call(c, "first", "output\n".repeat(30));
              c.ends();
            });
    terminal.type("go\r");
    terminal.screen.await("25 more lines");
    terminal.type("\u000f");
    terminal.screen.await("lines 1–23");
    chat.atEnd.get().run(); // a signal
    assertThat(terminal.screen.modes()).isEmpty();
    assertThat(terminal.screen.unknown()).isEmpty();
    assertThat(terminal.screen.screen()).contains("25 more lines").doesNotContain("lines 1–23");
    terminal.type("q");
    chat.leave();
  }

  @Test
  void aCommandThatTakesTooLongIsStoppedToBeRunInTheBackground() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              if (c.engine.asked.size() > 1) {
                c.ends();
                return;
              }
              c.screen.hear(
                  new SessionEvent.Calling(
                      new ToolCall("1", "run_command", "{\"command\":\"npm run dev\"}")));
              await(c.engine.aborted);
              c.screen.hear(new SessionEvent.Ended(new TurnEnd.Aborted(TurnEnd.Totals.NONE)));
            });
    terminal.type("go\r");
    terminal.screen.await("● Run npm run dev");
    terminal.type("a draft\u0002"); // moves the cursor
    terminal.screen.await("> a draft");
    terminal.type("\u0015\u000b\u0002");
    terminal.screen.await("Start it again with run_background");
    terminal.awaitGone("Esc stops");
    assertThat(chat.engine.asked)
        .containsExactly(
            "go",
            "I stopped this command, because it should run in the background: npm run dev\n"
                + "Start it again with run_background, then continue.");
    chat.leave();
  }

  @Test
  void aCommandOfThePersonsOwnStaysWhereItIs() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              await(c.engine.aborted);
              c.screen.hear(new SessionEvent.Ended(new TurnEnd.Aborted(TurnEnd.Totals.NONE)));
            });
    terminal.type("!npm run dev\r");
    terminal.screen.await("Running");
    terminal.type("\u0002");
    terminal.screen.await("your own command stays; Esc stops it");
    assertThat(chat.engine.aborted.getCount()).isOne();
    terminal.type("\u001b");
    terminal.awaitGone("Esc stops");
    chat.leave();
  }

  @Test
  void aBareWordLeavesAndIsNotForTheModel() throws InterruptedException {
    ChatRun chat = start(ChatRun::ends);
    terminal.screen.await("test/model");
    terminal.type("exit\r");
    chat.left();
    assertThat(chat.engine.asked).isEmpty();
  }

  private static void call(ChatRun chat, String name, String output) {
    ToolCall call = new ToolCall(name, "run_command", "{\"command\":\"print\"}");
    ToolResult done = new ToolResult.Success(output);
    chat.screen.hear(new SessionEvent.Calling(call));
    chat.screen.hear(
        new SessionEvent.Called(call, done, new CallAnswer(done, List.of(), List.of(), call)));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theModelsPlanCanBeSeenAgain() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              String steps = "{\"steps\":[{\"step\":\"Look around\",\"status\":\"in_progress\"}]}";
              ToolCall call = new ToolCall("1", "update_plan", steps);
              ToolResult done = new ToolResult.Success("ok");
              c.screen.hear(
                  new SessionEvent.Called(
                      call, done, new CallAnswer(done, List.of(), List.of(), call)));
              c.says("planned\n\n");
              c.ends();
            });
    terminal.type("\u0014");
    terminal.screen.await("the model has made no plan yet");
    terminal.type("plan\r");
    terminal.screen.await("planned");
    terminal.awaitGone("Esc stops");
    terminal.type("\u0014");
    terminal.awaitTwice("▸ Look around");
    terminal.type("\u0004");
    chat.left();
  }
}
