// Implements: docs/spec/06-tools.md §6.3 (Parallelism and limits)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.call;
import static dev.writ.engine.session.PlayedModel.calls;
import static dev.writ.engine.session.PlayedModel.say;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Message;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.Tool;
import dev.writ.kernel.tool.ToolSpec;
import dev.writ.kernel.tool.Warrant;
import dev.writ.kernel.tool.WorkspaceView;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads run in parallel, all other calls alone.
class SideBySideTest {
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final Queue<Integer> beside = new ConcurrentLinkedQueue<>();

  private record Nothing() {}

  @FunctionalInterface
  private interface Doing {
    void act() throws InterruptedException;
  }

  private final class Counted implements Tool<Nothing> {
    private final ToolSpec<Nothing> spec;
    private final Doing doing;

    Counted(String name, EffectClass effectClass, Doing doing) {
      this.doing = doing;
      spec =
          new ToolSpec<>(
              ToolSpec.ToolNames.of(name), "Counts.", effectClass, List.of(), _ -> new Nothing());
    }

    @Override
    public ToolSpec<Nothing> spec() {
      return spec;
    }

    @Override
    public List<Effect> propose(Nothing arguments, WorkspaceView view) {
      return List.of();
    }

    @Override
    public ToolResult perform(Nothing arguments, Warrant warrant) throws InterruptedException {
      int now = inside.incrementAndGet();
      most.accumulateAndGet(now, Math::max);
      if (spec.effectClass() != EffectClass.READ) {
        beside.add(now);
      }
      try {
        doing.act();
        return new ToolResult.Success(spec.name() + " by " + warrant.proposal().call().id());
      } finally {
        inside.decrementAndGet();
      }
    }
  }

  private static void meet(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await(20, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("the reads did not meet", e);
    }
  }

  private static ToolCall[] row(String... tools) {
    return IntStream.range(0, tools.length)
        .mapToObj(i -> call("c" + i, tools[i], "{}"))
        .toArray(ToolCall[]::new);
  }

  @Test
  void readsMeetAndChangesAreAlone() {
    CyclicBarrier barrier = new CyclicBarrier(3);
    Stage.Setting setting =
        Stage.with()
            .tool(new Counted("meet", EffectClass.READ, () -> meet(barrier)))
            .tool(new Counted("change", EffectClass.WRITE, () -> {}))
            .tool(new Counted("start", EffectClass.EXECUTE, () -> {}));
    try (Stage stage = setting.open()) {
      stage.model.play(
          calls(row("meet", "meet", "meet", "change", "start", "change", "meet", "meet", "meet")),
          say("done"));

      stage.ask("Go");

      assertThat(stage.answers()).allMatch(Message.CallResult::success);
      assertThat(stage.answers())
          .extracting(Message.CallResult::content)
          .containsExactly(
              "meet by c0",
              "meet by c1",
              "meet by c2",
              "change by c3",
              "start by c4",
              "change by c5",
              "meet by c6",
              "meet by c7",
              "meet by c8");
      assertThat(beside).containsExactly(1, 1, 1);
    }
  }

  @Test
  void noMoreThanEightRunAtOnce() {
    CyclicBarrier barrier = new CyclicBarrier(8);
    Stage.Setting setting =
        Stage.with().tool(new Counted("meet", EffectClass.READ, () -> meet(barrier)));
    try (Stage stage = setting.open()) {
      stage.model.play(
          calls(row(IntStream.range(0, 32).mapToObj(_ -> "meet").toArray(String[]::new))),
          say("done"));

      stage.ask("Go");

      assertThat(stage.answers()).hasSize(32).allMatch(Message.CallResult::success);
      assertThat(most).hasValue(8);
    }
  }

  @Test
  void noMoreRunAtOnceThanIsConfigured() {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Stage.Setting setting =
        Stage.with().calls(2, 4).tool(new Counted("meet", EffectClass.READ, () -> meet(barrier)));
    try (Stage stage = setting.open()) {
      stage.model.play(calls(row("meet", "meet", "meet", "meet", "meet")), say("done"));

      stage.ask("Go");

      assertThat(stage.answers())
          .extracting(Message.CallResult::success)
          .containsExactly(true, true, true, true, false);
      assertThat(stage.answers().getLast().content())
          .contains("CALL_NOT_EXECUTED", "at most 4 calls", "tools.max_calls_per_response");
      assertThat(most).hasValue(2);
    }
  }

  @Test
  void errorOfOneToolIsItsOwnResultOnly() {
    Stage.Setting setting =
        Stage.with()
            .tool(
                new Counted(
                    "broken",
                    EffectClass.READ,
                    () -> {
                      throw new StackOverflowError();
                    }))
            .tool(new Counted("fine", EffectClass.READ, () -> {}));
    try (Stage stage = setting.open()) {
      stage.model.play(calls(row("fine", "broken", "fine")), say("done"));

      stage.ask("Go");

      assertThat(stage.answers())
          .extracting(Message.CallResult::success)
          .containsExactly(true, false, true);
      assertThat(stage.answers().get(1).content()).contains("INTERNAL_ERROR");
    }
  }

  @Test
  void defectOfOneToolIsItsOwnResultOnly() {
    Stage.Setting setting =
        Stage.with()
            .tool(
                new Counted(
                    "broken",
                    EffectClass.READ,
                    () -> {
                      throw new IllegalStateException("on purpose");
                    }))
            .tool(new Counted("fine", EffectClass.READ, () -> {}));
    try (Stage stage = setting.open()) {
      stage.model.play(calls(row("fine", "broken", "fine")), say("done"));

      stage.ask("Go");

      assertThat(stage.answers())
          .extracting(Message.CallResult::success)
          .containsExactly(true, false, true);
      assertThat(stage.answers().get(1).content()).contains("INTERNAL_ERROR");
    }
  }

  /// Whether one of them waits for its place, the turn ends only once all have ended.
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 9})
  @Timeout(60)
  void anAbortEndsAllThatRunSideBySide(int many) throws Exception {
    int running = Math.min(many, 8);
    CountDownLatch inAll = new CountDownLatch(running);
    Stage.Setting setting =
        Stage.with()
            .tool(
                new Counted(
                    "endless",
                    EffectClass.READ,
                    () -> {
                      inAll.countDown();
                      new CountDownLatch(1).await();
                    }));
    try (Stage stage = setting.open()) {
      stage.model.play(calls(row(Collections.nCopies(many, "endless").toArray(String[]::new))));
      FutureTask<TurnEnd> turn = new FutureTask<>(() -> stage.ask("Go"));
      Thread.ofPlatform().daemon().start(turn);
      assertThat(inAll.await(20, TimeUnit.SECONDS)).isTrue();

      stage.session.submit(new SessionCommand.Abort());

      assertThat(turn.get(20, TimeUnit.SECONDS)).isInstanceOf(TurnEnd.Aborted.class);
      assertThat(inside).hasValue(0);
      assertThat(most).hasValue(running);
      assertThat(stage.answers()).hasSize(many).noneMatch(Message.CallResult::success);
    }
  }
}
