// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.call;
import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.edit;
import static dev.writ.engine.session.PlayedModel.read;
import static dev.writ.engine.session.PlayedModel.say;
import static dev.writ.engine.session.PlayedModel.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.records.audit.AuditLog;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Ctrl-C at every moment of a turn.
class AbortTest {
  /// Asks on a thread of its own, aborts once `reached` is open, and gives the turn's end.
  private static TurnEnd abortedAt(Stage stage, CountDownLatch reached) throws Exception {
    FutureTask<TurnEnd> turn = new FutureTask<>(() -> stage.ask("Go"));
    Thread thread = Thread.ofPlatform().start(turn);
    assertThat(reached.await(20, TimeUnit.SECONDS)).isTrue();
    stage.session.submit(new SessionCommand.Abort());
    thread.join();
    return turn.get();
  }

  private static void goesOn(Stage stage) throws IOException {
    assertThat(stage.journal.conversation().unanswered()).isEmpty();
    stage.model.play(calls(write("after", "after.txt", "later")), say("done"));
    assertThat(stage.ask("Go on")).isInstanceOf(TurnEnd.FinalAnswer.class);
    assertThat(stage.answers().getLast().content()).contains("Created after.txt");
    assertThat(stage.workspace.read("after.txt")).isEqualTo("later");
    assertThat(stage.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
  }

  @Test
  void abortEndsTheRequest() throws Exception {
    try (Stage stage = Stage.plain()) {
      CountDownLatch reached = new CountDownLatch(1);
      stage.model.play(
          (_, _) -> {
            reached.countDown();
            new CountDownLatch(1).await();
            throw new IllegalStateException();
          });

      assertThat(abortedAt(stage, reached)).isInstanceOf(TurnEnd.Aborted.class);
      assertThat(stage.log.events("assistant")).isEmpty();
      goesOn(stage);
    }
  }

  /// A pipe can be opened for writing only after a reader opened it, and not be written to without
  /// one.
  @Test
  void abortEndsTheCommandWithItsProcess() throws Exception {
    try (Stage stage = Stage.plain()) {
      stage.workspace.write("a.txt", "a\n");
      Path pipe = stage.workspace.path("pipe");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      stage.model.play(
          calls(
              read("c0", "a.txt"),
              call("c1", "run_command", "{`program`:`cat`,`args`:[`pipe`]}"),
              write("c2", "b.txt", "b")));
      FutureTask<TurnEnd> turn = new FutureTask<>(() -> stage.ask("Go"));
      Thread thread = Thread.ofPlatform().start(turn);
      try (OutputStream writer = Files.newOutputStream(pipe)) {
        stage.session.submit(new SessionCommand.Abort());
        thread.join();
        assertThatThrownBy(() -> writer.write(1)).hasMessageContaining("Broken pipe");
      }

      assertThat(turn.get()).isInstanceOf(TurnEnd.Aborted.class);
      assertThat(stage.answers())
          .extracting(Message.CallResult::success)
          .containsExactly(true, false, false);
      assertThat(stage.answers().get(1).content()).contains("CALL_ABORTED", "cat pipe");
      assertThat(stage.answers().get(2).content()).contains("CALL_NOT_EXECUTED", "aborted");
      assertThat(stage.workspace.exists("b.txt")).isFalse();
      goesOn(stage);
    }
  }

  @Test
  void abortTakesTheQuestionBack() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    Approver approver =
        question -> {
          if (asked.incrementAndGet() == 1) {
            reached.countDown();
            new CountDownLatch(1).await();
          }
          return new Approver.Answer.Yes(question.digest());
        };
    try (Stage stage = Stage.with().execution(ExecutionMode.INTERACTIVE, approver).open()) {
      stage.model.play(calls(write("c1", "a.txt", "a"), write("c2", "b.txt", "b")));

      assertThat(abortedAt(stage, reached)).isInstanceOf(TurnEnd.Aborted.class);
      assertThat(stage.answers()).hasSize(2).noneMatch(Message.CallResult::success);
      assertThat(stage.workspace.exists("a.txt")).isFalse();
      goesOn(stage);
    }
  }

  @Test
  void abortTakesTheDeclaredIntentBackAndSaysSo() throws Exception {
    try (Stage stage = Stage.plain()) {
      stage.workspace.write(
          ".orchestration/active_intents.yaml",
          """
          active_intents:
            - {id: INT-001, name: Work, status: active, owned_scope: ["**"]}
          """);
      CountDownLatch reached = new CountDownLatch(1);
      stage.model.play(
          calls(call("c1", "select_active_intent", "{`intent`:`CODE`,`intent_id`:`INT-001`}")),
          (_, _) -> {
            reached.countDown();
            new CountDownLatch(1).await();
            throw new IllegalStateException();
          });
      abortedAt(stage, reached);
      stage.model.play(calls(write("c2", "a.txt", "a")), say("ok"));

      stage.ask("Go on");

      assertThat(stage.model.prompts().get(2).messages().getLast().toString())
          .contains("aborted", "select_active_intent", "Go on");
      assertThat(stage.answers().getLast().content()).contains("INTENT_REQUIRED");
    }
  }

  /// A thread that holds an interrupt back until the thread waits for a monitor, or its second
  /// turn has begun.
  private static final class HoldingThread extends Thread {
    private final CountDownLatch interrupting;
    private final CountDownLatch second;

    HoldingThread(Runnable work, CountDownLatch interrupting, CountDownLatch second) {
      super(work);
      this.interrupting = interrupting;
      this.second = second;
    }

    @Override
    public void interrupt() {
      interrupting.countDown();
      while (getState() != State.BLOCKED && second.getCount() > 0) {
        Thread.onSpinWait();
      }
      super.interrupt();
    }
  }

  /// The abort was sent while the first turn ran, and takes effect as late as it can.
  @Test
  void abortOfATurnThatEndsMeanwhileDoesNotHitTheNext() throws Exception {
    try (Stage stage = Stage.plain()) {
      CountDownLatch running = new CountDownLatch(1);
      CountDownLatch interrupting = new CountDownLatch(1);
      CountDownLatch second = new CountDownLatch(1);
      Thread aborter =
          new Thread(
              () -> {
                awaitUninterrupted(running);
                abort(stage.session);
              });
      stage.model.play(
          (prompt, deltas) -> {
            running.countDown();
            awaitUninterrupted(interrupting);
            return say("first").reply(prompt, deltas);
          },
          (prompt, deltas) -> {
            second.countDown();
            aborter.join();
            return say("second").reply(prompt, deltas);
          });
      FutureTask<TurnEnd> turns =
          new FutureTask<>(
              () -> {
                stage.ask("Go");
                return stage.ask("Go on");
              });
      Thread thread = new HoldingThread(turns, interrupting, second);
      aborter.start();
      thread.start();

      assertThat(turns.get(20, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              TurnEnd.FinalAnswer.class, answer -> assertThat(answer.text()).isEqualTo("second"));
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// The environment is looked at before the first request; that is part of the turn.
  @Test
  void abortBeforeTheFirstRequestEndsTheTurn() {
    AtomicReference<Optional<Session>> session = new AtomicReference<>(Optional.empty());
    Stage.Setting setting =
        Stage.with().environment(() -> session.get().ifPresent(AbortTest::abort));
    try (Stage stage = setting.open()) {
      session.set(Optional.of(stage.session));

      assertThat(stage.ask("Go")).isInstanceOf(TurnEnd.Aborted.class);
      session.set(Optional.empty());
      assertThat(stage.model.prompts()).isEmpty();
      assertThat(stage.ask("Go on")).isInstanceOf(TurnEnd.FinalAnswer.class);
    }
  }

  /// An interrupt closes any file channel that is just written to; the records must not mind.
  @Test
  void abortAtAnyEventLeavesConversationLedgerAndAuditInGoodOrder() throws Exception {
    int undisturbed = abortAtEvent(Integer.MAX_VALUE);
    assertThat(undisturbed).isGreaterThan(20);
    for (int at = 1; at <= undisturbed; at++) {
      int _ = abortAtEvent(at);
    }
  }

  /// @return how many events there were before the next turn
  private static int abortAtEvent(int at) throws IOException {
    AtomicInteger seen = new AtomicInteger();
    AtomicReference<Optional<Session>> session = new AtomicReference<>(Optional.empty());
    Stage.Setting setting =
        Stage.with()
            .listener(
                event -> {
                  boolean ended = event instanceof SessionEvent.Ended;
                  if (!ended && seen.incrementAndGet() == at && session.get().isPresent()) {
                    abort(session.get().get());
                  }
                });
    try (Stage stage = setting.open()) {
      session.set(Optional.of(stage.session));
      stage.workspace.write("a.txt", "one\n");
      stage.workspace.write("b.txt", "b\n");
      stage.model.play(
          calls(read("c1", "a.txt"), read("c2", "b.txt")),
          calls(edit("c3", "a.txt", "one", "two"), write("c4", "c.txt", "c")),
          calls(call("c5", "run_command", "{`program`:`ls`}"), read("c6", "a.txt")),
          say("done"));

      TurnEnd end = stage.ask("Go");
      int events = seen.get();
      session.set(Optional.empty());

      assertThat(end).isInstanceOfAny(TurnEnd.Aborted.class, TurnEnd.FinalAnswer.class);
      assertThat(stage.journal.conversation().unanswered()).as("aborted at %s", at).isEmpty();
      assertThat(stage.workspace.read("a.txt")).isIn("one\n", "two\n");
      assertThat(stage.ledger().stream().anyMatch(r -> r.raw().contains("\"a.txt\"")))
          .as("aborted at %s", at)
          .isEqualTo(stage.workspace.read("a.txt").equals("two\n"));
      stage.model.forget();
      goesOn(stage);
      AuditLog.Review audit = stage.governor.audit();
      assertThat(audit.unreadable()).isEmpty();
      assertThat(audit.open()).as("aborted at %s", at).isEmpty();
      return events;
    }
  }

  private static void abort(Session session) {
    try {
      session.submit(new SessionCommand.Abort());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
