// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.ollama;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.Usage;
import dev.writ.testkit.ScriptTurn.Say;
import dev.writ.testkit.ScriptTurn.Status;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.ProviderException;
import dev.writ.wire.ProviderSettings;
import dev.writ.wire.Providers;
import dev.writ.wire.adapter.Tuning;
import dev.writ.wire.http.Network;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class WindowTest {
  @Test
  void growsInPowersOfTwoAndNeverShrinks() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    Window window =
        new Window(
            () -> {
              asked.incrementAndGet();
              return OptionalLong.of(40_000);
            });
    assertThat(window.tokensFor(100)).hasValue(8192);
    assertThat(asked).hasValue(0);
    assertThat(window.tokensFor(40_000)).hasValue(16_384);
    assertThat(window.tokensFor(100)).hasValue(16_384);
    window.used(new Usage(20_000, 500, 0, 0, 0));
    assertThat(window.tokensFor(100)).hasValue(32_768);
    assertThat(window.tokensFor(110_000)).hasValue(40_000);
    assertThat(window.tokensFor(1_000_000)).isEmpty();
    assertThat(asked).hasValue(1);
  }

  @Test
  void anUnknownLimitIsNoLimit() throws InterruptedException {
    Window window = new Window(OptionalLong::empty);
    assertThat(window.tokensFor(300_000)).hasValue(131_072);
    assertThat(window.tokensFor(Integer.MAX_VALUE)).isEmpty();
  }

  @Test
  void theServerIsAskedOnceWhenItMatters() throws InterruptedException, ProviderException {
    String text = "word ".repeat(10_000);
    Prompt prompt = new Prompt("", List.of(), List.of(new Message.User(text)));
    try (ScriptedModelServer server =
        ScriptedModelServer.start(new Say("One."), new Status(500), new Say("Three."))) {
      var settings =
          new ProviderSettings(
              "ollama",
              "m",
              server.url(),
              null,
              Tuning.NONE,
              Network.plain(InstantSource.system()));
      var model = Providers.open(settings);
      model.reply(prompt, _ -> {});
      model.reply(prompt, _ -> {});
      assertThat(model.reply(prompt, _ -> {})).isInstanceOf(Reply.Complete.class);
      model.close();
      server.assertClean();
      assertThat(server.requests().stream().filter(request -> request.path().equals("/api/show")))
          .hasSize(1);
      assertThat(server.chats().getLast().json().object("options").number("num_ctx"))
          .hasValue(ScriptedModelServer.CONTEXT_LENGTH);
    }
  }
}
