// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.Reply.Trouble.Kind;
import dev.writ.testkit.ScriptTurn.Misbehave;
import dev.writ.testkit.ScriptTurn.Misbehaviour;
import dev.writ.testkit.ScriptTurn.Say;
import dev.writ.testkit.ScriptedModelServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class SilenceTest {
  private static final Duration SHORT = Duration.ofMillis(150);

  @ParameterizedTest
  @CsvSource({"OPENAI,-1", "OPENAI,0", "OPENAI,330", "OLLAMA,-1", "OLLAMA,0", "OLLAMA,150"})
  void silenceBetweenBytesEndsTheRequest(Spoken spoken, int after)
      throws InterruptedException, TimeoutException {
    Misbehave stall = new Misbehave(Misbehaviour.STALL, after, Spoken.WORK);
    try (ScriptedModelServer server = ScriptedModelServer.start(stall)) {
      Model model = spoken.open(server.url(), Spoken.network(SHORT));
      long begun = System.nanoTime();
      Reply reply = Spoken.ask(model);
      assertThat(reply)
          .isInstanceOfSatisfying(
              Reply.Failed.class,
              failed -> assertThat(failed.trouble().kind()).isEqualTo(Kind.TIMEOUT));
      assertThat(System.nanoTime() - begun).isLessThan(Duration.ofSeconds(5).toNanos());
      server.awaitGone(1);
      model.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OPENAI,-1,true", "OPENAI,0,true", "OPENAI,330,true",
    "OPENAI,-1,false", "OPENAI,0,false", "OPENAI,330,false",
    "OLLAMA,-1,true", "OLLAMA,0,true", "OLLAMA,150,true",
    "OLLAMA,-1,false", "OLLAMA,0,false", "OLLAMA,150,false"
  })
  void interruptionClosesTheSocketAtOnce(Spoken spoken, int after, boolean virtual)
      throws InterruptedException, TimeoutException {
    Misbehave stall = new Misbehave(Misbehaviour.STALL, after, Spoken.WORK);
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
      server.awaitRequests(1);
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
    try (ScriptedModelServer server = ScriptedModelServer.start(new Say("Hi."))) {
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
      assertThat(Spoken.ask(model)).isInstanceOf(Reply.Complete.class);
      model.close();
    }
  }
}
