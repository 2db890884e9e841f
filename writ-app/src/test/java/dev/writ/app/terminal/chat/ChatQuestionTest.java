// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.approval.Approver.Section;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Questions about calls, as a person sees and answers them.
class ChatQuestionTest {
  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private final FakeTerminal terminal = new FakeTerminal(60, 14);
  private final MessageHistory history =
      MessageHistory.open(home.path("history.jsonl"), text -> text);
  private final AtomicReference<Answer> answer = new AtomicReference<>(new Answer.Unavailable());

  @AfterEach
  void close() {
    history.close();
    home.close();
  }

  private ChatRun asking(Question question) {
    return new ChatRun(
        terminal,
        history,
        c -> {
          try {
            answer.set(c.screen.approver().ask(question));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          c.says("went on\n");
          c.ends();
        });
  }

  /// Waits until a question that is on the screen takes keys.
  private static void settle() throws InterruptedException {
    assertThat(new CountDownLatch(1).await(400, TimeUnit.MILLISECONDS)).isFalse();
  }

  @Test
  void allOfAQuestionIsReadAndAnsweredOnTheWholeScreen() throws InterruptedException {
    StringBuilder diff = new StringBuilder("@@ -0,0 +1,20 @@\n");
    for (int i = 1; i <= 20; i++) {
      diff.append("+line ").append(i).append('\n');
    }
    Question question =
        new Question(
            "d1",
            new Act(List.of("edit a.txt"), List.of("can be undone"), List.of("write a.txt")),
            List.of(new Section("a.txt +20 -0", diff.toString())),
            List.of(),
            "INT-1",
            new Choices(
                Optional.empty(), Optional.of("all"), Optional.empty(), true, Optional.empty()));
    ChatRun chat = asking(question);
    terminal.type("go\r");
    terminal.screen.await("Read to the end first");
    settle();
    terminal.type("\u000f");
    terminal.screen.await("part 1 of 2");
    assertThat(terminal.screen.modes()).contains("?1049");
    assertThat(terminal.screen.screen())
        .isEqualTo(
            """
            ? edit a.txt
              why:
              can be undone
              write a.txt
              intent: INT-1
              digest: d1
              also: c = yes, with a comment

            ─── a.txt +20 -0
            │ @@ -0,0 +1,20 @@
            │ +line 1
            lines 1–11 of 30 · q closes · part 1 of 2: { } · / finds
              [y] yes  [s] this session: all
              [p] this project: the same  [n] no  [r] no, with a reason\
            """);
    terminal.type("\u000c"); // draws anew
    terminal.screen.await("part 1 of 2");
    terminal.type("[");
    terminal.screen.await("+line 20");
    assertThat(terminal.screen.everything())
        .contains("│ +line 1\n", "│ +line 20\n", "digest: d1\n");
    terminal.type("\u001a");
    terminal.awaitSuspended();
    terminal.type("\u000f");
    terminal.screen.await("part 1 of 2");
    terminal.type("y"); // not all of it was on the screen: goes on to the end
    terminal.screen.await("lines 12–22 of 30");
    terminal.type("G");
    terminal.screen.await("lines 20–30 of 30");
    terminal.type("y");
    terminal.screen.await("went on");
    assertThat(answer.get()).isEqualTo(new Answer.Yes("d1"));
    assertThat(terminal.screen.modes()).doesNotContain("?1049");
    chat.leave();
  }

  @Test
  void aTextThatIsPastedWhileAQuestionStandsGoesIntoTheMessage() throws InterruptedException {
    Act act = new Act(List.of("run rm x"));
    ChatRun chat = asking(new Question("d1", act, List.of(), List.of(), "I", Choices.NONE));
    terminal.type("go\r");
    terminal.screen.await("? run rm x");
    settle();
    terminal.type("\u001b[200~y no\u001b[201~");
    terminal.type("n");
    terminal.screen.await("went on");
    terminal.screen.await("> y no");
    assertThat(answer.get()).isEqualTo(new Answer.No(""));
    chat.leave();
  }
}
