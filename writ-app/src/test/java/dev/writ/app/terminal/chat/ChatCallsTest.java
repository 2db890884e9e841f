// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.List;
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
  void allCallsOfTheLastTurnUnfoldOnce() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              String turn = c.engine.asked.getLast();
              for (String name : List.of(turn + "A", turn + "B")) {
                ToolCall call = new ToolCall(name, "run_command", "{\"command\":\"print\"}");
                ToolResult done = new ToolResult.Success(name + "-first\n" + "more\n".repeat(9));
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
    terminal.type("\u000f");
    terminal.screen.await("oneB-first");
    assertThat(terminal.screen.everything()).contains("oneA-first");
    terminal.type("\u000f");
    terminal.screen.await("all of the last turn's output stands above");
    terminal.type("two\r");
    terminal.screen.await("done with two");
    terminal.type("\u000f");
    terminal.screen.await("twoB-first");
    assertThat(terminal.screen.everything()).containsOnlyOnce("oneA-first").contains("twoA-first");
    terminal.type("\u0004");
    chat.left();
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
