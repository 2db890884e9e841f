// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.ollama;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReplyListener;
import dev.writ.engine.model.TokenUsage;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.ProviderException;
import dev.writ.wire.ProviderFactory;
import dev.writ.wire.ProviderSettings;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ContextWindowTest {
  @Test
  void growsInPowersOfTwoAndNeverShrinks() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    ContextWindow window =
        new ContextWindow(
            () -> {
              asked.incrementAndGet();
              return OptionalLong.of(40_000);
            });
    assertThat(window.tokensFor(100)).hasValue(8192);
    assertThat(asked).hasValue(0);
    assertThat(window.tokensFor(40_000)).hasValue(16_384);
    assertThat(window.tokensFor(100)).hasValue(16_384);
    window.used(new TokenUsage(20_000, 500, 0, 0, 0));
    assertThat(window.tokensFor(100)).hasValue(32_768);
    assertThat(window.tokensFor(110_000)).hasValue(40_000);
    assertThat(window.tokensFor(1_000_000)).isEmpty();
    assertThat(asked).hasValue(1);
  }

  @Test
  void aServerThatForgotTheBeginningIsReportedOnce() {
    ContextWindow window = new ContextWindow(OptionalLong::empty);
    assertThat(window.truncation(30_000, 16_384, new TokenUsage(9000, 5, 0, 0, 0))).isEmpty();
    assertThat(window.truncation(30_000, 16_384, TokenUsage.NONE)).isEmpty();
    assertThat(window.truncation(30_000, 16_384, new TokenUsage(4096, 5, 0, 0, 0)))
        .hasValueSatisfying(text -> assertThat(text).contains("4096").contains("16384"));
    assertThat(window.truncation(30_000, 16_384, new TokenUsage(4096, 5, 0, 0, 0))).isEmpty();
    assertThat(
            new ContextWindow(OptionalLong::empty)
                .truncation(30_000, 8192, new TokenUsage(8192, 5, 0, 0, 0)))
        .isPresent();
  }

  @Test
  void thePersonHearsOfIt() throws InterruptedException, ProviderException {
    String text = "word ".repeat(10_000);
    Prompt prompt = new Prompt("", List.of(), List.of(new Message.User(text)));
    List<String> notices = new ArrayList<>();
    ReplyListener listener =
        new ReplyListener() {
          @Override
          public void delta(AnswerDelta delta) {}

          @Override
          public void notice(String notice) {
            notices.add(notice);
          }
        };
    PlainAnswer say = new PlainAnswer("One.", "", List.of(), "", new StatedUsage(2048, 5));
    try (ScriptedModelServer server = ScriptedModelServer.start(say)) {
      var model =
          ProviderFactory.open(
              new ProviderSettings(
                  "ollama",
                  "m",
                  server.url(),
                  null,
                  new RequestTuning(null, null, "30m"),
                  NetworkSettings.plain(InstantSource.system())));
      assertThat(model.reply(prompt, listener)).isInstanceOf(ModelReply.Complete.class);
      model.close();
      assertThat(notices).singleElement().asString().contains("2048");
      assertThat(server.chats().getFirst().json().text("keep_alive")).hasValue("30m");
    }
    assertThat(new RequestTuning(null, null, "-1").keepAliveValue()).hasValue(new Json.Num("-1"));
    assertThat(new RequestTuning(null, null, " ").keepAliveValue()).isEmpty();
  }

  @Test
  void anUnknownLimitIsNoLimit() throws InterruptedException {
    ContextWindow window = new ContextWindow(OptionalLong::empty);
    assertThat(window.tokensFor(300_000)).hasValue(131_072);
    assertThat(window.tokensFor(Integer.MAX_VALUE)).isEmpty();
  }

  @Test
  void theServerIsAskedOnceWhenItMatters() throws InterruptedException, ProviderException {
    String text = "word ".repeat(10_000);
    Prompt prompt = new Prompt("", List.of(), List.of(new Message.User(text)));
    try (ScriptedModelServer server =
        ScriptedModelServer.start(
            new PlainAnswer("One."), new ErrorStatus(500), new PlainAnswer("Three."))) {
      var settings =
          new ProviderSettings(
              "ollama",
              "m",
              server.url(),
              null,
              RequestTuning.NONE,
              NetworkSettings.plain(InstantSource.system()));
      var model = ProviderFactory.open(settings);
      model.reply(prompt, _ -> {});
      model.reply(prompt, _ -> {});
      assertThat(model.reply(prompt, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      model.close();
      server.assertClean();
      assertThat(server.requests().stream().filter(request -> request.path().equals("/api/show")))
          .hasSize(1);
      assertThat(server.chats().getLast().json().object("options").number("num_ctx"))
          .hasValue(ScriptedModelServer.CONTEXT_LENGTH);
    }
  }
}
