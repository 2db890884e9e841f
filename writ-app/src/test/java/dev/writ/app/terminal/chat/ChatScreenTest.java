// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChatScreenTest {
  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private FakeTerminal terminal = new FakeTerminal(80, 24);
  private MessageHistory history = history();

  @AfterEach
  void close() {
    history.close();
    home.close();
  }

  private MessageHistory history() {
    return MessageHistory.open(home.path("history.jsonl"), text -> text);
  }

  private ChatRun start(Consumer<ChatRun> turn) {
    return new ChatRun(terminal, history, turn);
  }

  private void await(String text) throws InterruptedException {
    terminal.screen.await(text);
  }

  /// Waits until no turn runs.
  private void idle() throws InterruptedException {
    terminal.awaitGone("Esc stops");
  }

  @Test
  void aMessageIsAnsweredAndTheTerminalIsAsItWas() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              c.says("# Title\n\nHello **you**");
              c.ends();
            });
    await("test/model");
    terminal.type("say hello\r");
    await("Hello you");
    await("0s");
    assertThat(chat.engine.asked).containsExactly("say hello");
    assertThat(terminal.screen.everything()).contains("› say hello", "Title", "main");
    terminal.type("\u0004");
    chat.left();
    assertThat(terminal.screen.everything()).doesNotContain("test/model");
  }

  @Test
  void keysWorkBeforeAnythingElseIsReady() throws InterruptedException {
    ChatRun chat = start(ChatRun::ends);
    terminal.type("one\\\rtwo\nthree\u001b\rfour\u001b[13;2ufive\r");
    await("› one");
    await("test/model");
    terminal.type("/quit\r");
    chat.left();
    assertThat(chat.engine.asked).containsExactly("one\ntwo\nthree\nfour\nfive");
    assertThat(terminal.screen.everything()).contains("› one\n  two\n  three\n  four\n  five");
  }

  @Test
  void typingSteersAndTabQueues() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    ChatRun chat =
        start(
            c -> {
              if (c.engine.asked.size() == 1) {
                c.says("working on it\n\n");
                await(go);
              }
              c.ends();
            });
    terminal.type("begin\rafter it\t"); // perhaps before the program is ready
    await("working on it");
    await("next: after it");
    terminal.type("\u001b[A\u0015");
    terminal.awaitGone("after it");
    terminal.type("use b\r");
    await("steers: use b");
    terminal.type("then c\t");
    await("next: then c");
    terminal.type("/mode ask\r");
    await("next: /mode ask");
    terminal.type("\u001b[A");
    await("> use b");
    assertThat(terminal.screen.screen()).doesNotContain("steers:").doesNotContain("next:");
    terminal.type("\t");
    await("next: use b then c /mode ask");
    terminal.type("/quit\t\t");
    await("next: /quit");
    go.countDown();
    await("› use b");
    chat.left();
    assertThat(chat.engine.asked).containsExactly("begin", "use b\nthen c\n/mode ask");
    assertThat(chat.engine.commands).isEmpty();
  }

  @Test
  void aCommandOfThePersonsOwnWaitsForTheTurnAndNeverSteersIt() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    ChatRun chat =
        start(
            c -> {
              if (c.engine.asked.size() == 1) {
                c.says("working on it\n\n");
                await(go);
              }
              c.ends();
            });
    terminal.type("begin\r");
    await("working on it");
    terminal.type("!git status\r");
    await("next: !git status");
    go.countDown();
    await("› !git status");
    terminal.type("/help\r");
    await("!!COMMAND  only for you");
    terminal.type("/quit\r");
    chat.left();
    assertThat(chat.engine.asked).containsExactly("begin", "!git status");
    assertThat(chat.engine.steered).isEmpty();
  }

  @Test
  void aLongDifferenceIsFoldedUntilItIsAskedFor() throws InterruptedException {
    ChatRun chat = start(ChatRun::ends);
    await("test/model");
    terminal.type("/diff last\r");
    await("deleted b.txt");
    assertThat(terminal.screen.everything())
        .contains("modified a.txt +50 −1last", "+new 38", "… 12 more lines (Ctrl-O shows all)")
        .doesNotContain("+new 39");
    terminal.type("\u000fG");
    await("+new 50");
    await("-gone");
    terminal.type("q");
    await("test/model");
    assertThat(terminal.screen.everything()).doesNotContain("+new 39");
    chat.leave();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void escapeAndControlCStopTheTurnAndKeepTheDraft() throws InterruptedException {
    ChatRun chat =
        start(
            c -> {
              c.says("thinking\n\n");
              await(c.engine.aborted);
              c.screen.hear(new SessionEvent.Ended(new TurnEnd.Aborted(TurnEnd.Totals.NONE)));
            });
    terminal.type("go\r");
    await("thinking");
    await("Esc stops");
    terminal.type("a draft");
    await("> a draft");
    terminal.type("\u001b");
    await("[aborted]");
    idle();
    await("> a draft");
    terminal.type("\u0003");
    await("cleared");
    terminal.type("\u001b[A");
    await("> a draft");
    terminal.type("\u0003\u0003");
    chat.left();
  }

  @Test
  void commandsPrintAboveTheEditor() throws InterruptedException {
    ChatRun chat = start(ChatRun::ends);
    terminal.type("/mode\r");
    await("did /mode");
    terminal.type("/help\r");
    await("/mode      the mode");
    terminal.type("/keys\r");
    await("Ctrl-R");
    terminal.type("/theme\r");
    await("theme: ansi (others: dark, light, colour-blind, monochrome)");
    terminal.type("/theme blue\r");
    await("unknown theme: blue; there are ansi, dark");
    terminal.type("/theme monochrome\r");
    await("theme: monochrome (others: ansi,");
    terminal.type("\u001b[Z");
    await("mode1");
    terminal.type("\u001a");
    terminal.awaitSuspended();
    terminal.type("/keys\r\u0004");
    chat.left();
    assertThat(chat.engine.commands).containsExactly("/mode");
  }

  @Test
  void completionHistorySearchAndTheEditorOfThePerson() throws InterruptedException {
    history.add("an older message");
    ChatRun chat = start(ChatRun::ends);
    terminal.type("see @mai");
    await("› @src/Main.java");
    terminal.type("\t");
    await("> see @src/Main.java");
    terminal.type("\u0007");
    await("> see @src/Main.java  edited");
    terminal.type("\u0013");
    terminal.type("\u0012old");
    await("search: old  an older message");
    await("  Enter takes it · Ctrl-R older · Ctrl-S newer · Esc closes");
    terminal.type("\t");
    await("> an older message");
    terminal.type("\r");
    await("› an older message");
    idle(); // Ctrl-C would stop a turn that still runs
    terminal.type("\u0013");
    await("> see @src/Main.java  edited");
    terminal.type("\u0018\u0005");
    await("edited edited");
    terminal.type("\u0003\u0003\u0003");
    chat.left();
  }

  @Test
  void aQuestionStandsInsteadOfTheEditorAndTheDraftComesBack() throws InterruptedException {
    AtomicReference<Answer> answer = new AtomicReference<>(new Answer.Unavailable());
    CountDownLatch answered = new CountDownLatch(1);
    ChatRun chat =
        start(
            c -> {
              Question question =
                  new Question(
                      "d1", new Act(List.of("run rm x")), List.of(), List.of(), "I", Choices.NONE);
              try {
                answer.set(c.screen.approver().ask(question));
                answered.countDown();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              c.says("went on\n");
              c.ends();
            });
    await("test/model");
    terminal.type("do\r");
    await("? run rm x");
    terminal.type("y"); // too early: it belongs to the next message
    while (!answered.await(400, TimeUnit.MILLISECONDS)) {
      terminal.type("y");
    }
    await("went on");
    assertThat(terminal.screen.everything()).doesNotContain("allowed", "rm x");
    assertThat(answer.get()).isEqualTo(new Answer.Yes("d1"));
    await("> y");
    terminal.type("\u0015\u0004");
    chat.left();
  }

  @Test
  void toolsAreALineAndUnfold() throws InterruptedException {
    ToolCall call = new ToolCall("1", "run_command", "{\"command\":\"seq 9\"}");
    ChatRun chat =
        start(
            c -> {
              c.screen.hear(new SessionEvent.Calling(call));
              StringBuilder lines = new StringBuilder();
              for (int i = 1; i < 10; i++) {
                lines.append("line").append(i).append('\n');
              }
              c.screen.hear(
                  new SessionEvent.Called(
                      call,
                      new ToolResult.Success(lines + "\u001b[2J\u001b]0;x\u0007"),
                      new CallAnswer(new ToolResult.Success(""), List.of(), List.of(), call)));
              c.says("All nine.\n\n");
              c.ends();
            });
    terminal.type("go\r");
    await("1 call");
    assertThat(terminal.screen.everything())
        .contains("⟨U+0007⟩\n\nAll nine.\n")
        .contains("✓ Run seq 9", "… 5 more lines", "line9", "⟨U+001B⟩[2J")
        .doesNotContain("line2");
    terminal.type("\u000f");
    await("line2");
    assertThat(terminal.screen.screen()).contains("⟨U+001B⟩[2J");
    terminal.type("q\u0004");
    chat.left();
  }

  @Test
  void resizeWhileItStreams() throws InterruptedException {
    CountDownLatch small = new CountDownLatch(1);
    ChatRun chat =
        start(
            c -> {
              c.says("word ".repeat(60));
              await(small);
              c.says("the end\n\n");
              c.ends();
            });
    terminal.type("go\r");
    await("word word");
    terminal.resize(40, 10);
    chat.onResize.get().run();
    small.countDown();
    await("the end");
    assertThat(terminal.screen.screen().lines()).allMatch(line -> line.length() <= 40);
    terminal.type("\u0004");
    chat.left();
  }

  @Test
  void smallScreensHaveAllOfIt() throws InterruptedException {
    terminal = new FakeTerminal(40, 10);
    ChatRun chat =
        start(
            c -> {
              c.says("a long text ".repeat(100) + "\n");
              c.ends();
            });
    terminal.type("go\r");
    await("0s");
    terminal.type("a\nb\nc\nd\ne\nf");
    await("  f");
    assertThat(terminal.screen.everything().lines()).allMatch(line -> line.length() <= 40);
    chat.leave();
  }

  @Test
  void aDraftSurvivesTheEndOfTheProcess() throws InterruptedException {
    ChatRun chat = start(ChatRun::ends);
    await("test/model");
    terminal.type("half a thought");
    await("> half a thought");
    chat.atEnd.get().run();
    assertThat(terminal.isRaw()).isFalse();
    assertThat(terminal.screen.modes()).isEmpty();
    terminal.type("\u0003\u0003");
    chat.left();
    MessageHistory again = history();
    assertThat(again.messages()).contains("half a thought");
    again.close();
  }

  @Test
  void namesOfSessionsAreCompletedByTheirTitlesToo() throws InterruptedException {
    ChatRun chat = start(ChatRun::ends);
    await("test/model");
    terminal.type("/resume pars");
    await("› session-1  Fix the parser");
    terminal.type("\t");
    await("> /resume session-1");
    terminal.awaitGone("Fix the parser");
    terminal.type("\r");
    await("did /resume session-1");
    chat.leave();
    assertThat(chat.engine.commands).containsExactly("/resume session-1");
  }
}
