// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SilenceTest {
  private static final Duration SHORT = Duration.ofMillis(150);

  /// Before the head, before the body, and in the middle of the text.
  static Stream<Arguments> places() {
    return Spoken.with(-1, 0, 1);
  }

  static Stream<Arguments> placesAndThreads() {
    return places()
        .flatMap(
            row ->
                Stream.of(true, false)
                    .map(virtual -> Arguments.of(row.get()[0], row.get()[1], virtual)));
  }

  @ParameterizedTest
  @MethodSource("places")
  void silenceBetweenBytesEndsTheRequest(Spoken spoken, int place)
      throws InterruptedException, TimeoutException {
    int after = place > 0 ? spoken.middle() : place;
    FaultyAnswer stall = new FaultyAnswer(AnswerFault.STALL, after, Spoken.WORK);
    try (ScriptedModelServer server = ScriptedModelServer.start(stall)) {
      Model model = spoken.open(server.url(), Spoken.network(SHORT));
      long begun = System.nanoTime();
      ModelReply reply = Spoken.ask(model);
      assertThat(reply)
          .isInstanceOfSatisfying(
              ModelReply.FailedReply.class,
              failed -> assertThat(failed.trouble().kind()).isEqualTo(ProviderErrorKind.TIMEOUT));
      assertThat(System.nanoTime() - begun).isLessThan(Duration.ofSeconds(5).toNanos());
      server.awaitGone(1);
      model.close();
    }
  }

  @ParameterizedTest
  @MethodSource("placesAndThreads")
  void interruptionClosesTheSocketAtOnce(Spoken spoken, int place, boolean virtual)
      throws InterruptedException, TimeoutException {
    int after = place > 0 ? spoken.middle() : place;
    FaultyAnswer stall = new FaultyAnswer(AnswerFault.STALL, after, Spoken.WORK);
    try (ScriptedModelServer server = ScriptedModelServer.start(stall)) {
      Model model = spoken.open(server);
      AtomicReference<Object> outcome = new AtomicReference<>();
      CountDownLatch streaming = new CountDownLatch(after > 0 ? 1 : 0);
      Runnable asking =
          () -> {
            try {
              outcome.set(Spoken.ask(model, _ -> streaming.countDown()));
            } catch (InterruptedException e) {
              outcome.set(e);
            }
          };
      Thread thread =
          virtual ? Thread.ofVirtual().start(asking) : Thread.ofPlatform().start(asking);
      server.awaitStalled(1);
      assertThat(streaming.await(10, TimeUnit.SECONDS)).isTrue();
      thread.interrupt();
      server.awaitGone(1);
      assertThat(thread.join(Duration.ofSeconds(5))).isTrue();
      assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
      model.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptedThreadSendsNothing(Spoken spoken) throws InterruptedException {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model model = spoken.open(server);
      Thread.currentThread().interrupt();
      Object outcome;
      try {
        outcome = Spoken.ask(model);
      } catch (InterruptedException e) {
        outcome = e;
      }
      assertThat(outcome).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      assertThat(Spoken.ask(model)).isInstanceOf(ModelReply.Complete.class);
      model.close();
    }
  }
}
