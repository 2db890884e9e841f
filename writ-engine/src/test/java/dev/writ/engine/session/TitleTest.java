// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.engine.session;

import static dev.writ.engine.session.PlayedModel.say;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.history.SessionStatistics;
import dev.writ.engine.model.Message;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// A session gets its name beside the turns.
class TitleTest {
  private final CountDownLatch titled = new CountDownLatch(1);

  private Stage stage(PlayedModel small) {
    return Stage.with()
        .small(small)
        .listener(
            event -> {
              if (event instanceof SessionEvent.Recorded(Json.Obj line)
                  && line.text("type").orElse("").equals("title")) {
                titled.countDown();
              }
            })
        .open();
  }

  private void awaitTitle() throws InterruptedException {
    assertThat(titled.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theSmallModelNamesASessionOfTwoRequestsOnce() throws Exception {
    PlayedModel small =
        new PlayedModel()
            .play(say("\n# \"Mending \u001b[31mthe " + Stage.CREDENTIAL + "\"\nMore."));
    try (Stage stage = stage(small)) {
      stage.ask("Mend the parser");
      assertThat(small.prompts()).isEmpty();
      stage.ask("Now test it with " + Stage.CREDENTIAL);
      awaitTitle();
      stage.ask("And a third");

      Json.Obj title = stage.log.events("title").getFirst();
      assertThat(stage.log.events("title")).hasSize(1);
      assertThat(title.text("content").orElse(""))
          .startsWith("Mending [31mthe ")
          .doesNotContain(Stage.CREDENTIAL, "More", "\u001b", "\"");
      assertThat(title.object("tokens").number("input")).hasValue(100);
      assertThat(small.prompts()).hasSize(1);
      assertThat(small.prompts().getFirst().tools()).isEmpty();
      assertThat(((Message.User) small.prompts().getFirst().messages().getFirst()).text())
          .contains("Mend the parser", "Now test it")
          .doesNotContain("environment", Stage.CREDENTIAL);
      assertThat(stage.model.lastMessages().toString()).doesNotContain("Mending");
      SessionStatistics statistics = new SessionStatistics();
      stage.log.events("assistant").forEach(statistics::apply);
      long answers = statistics.total().requests();
      statistics.apply(title);
      assertThat(statistics.total().requests()).isEqualTo(answers + 1);
    }
  }

  @Test
  void theNextTurnDoesNotWaitForIt() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    AtomicInteger interrupted = new AtomicInteger();
    PlayedModel small =
        new PlayedModel()
            .play(
                (_, _) -> {
                  asked.countDown();
                  try {
                    new CountDownLatch(1).await();
                    throw new IllegalStateException();
                  } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    throw e;
                  }
                },
                say("Second try"));
    try (Stage stage = stage(small)) {
      stage.ask("One");
      stage.ask("Two");
      assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
      stage.ask("Three");
      assertThat(interrupted).hasValue(1);
      awaitTitle();
      stage.session.submit(new SessionCommand.Leave());
      assertThat(stage.log.events("title").getFirst().text("content")).hasValue("Second try");
      assertThat(stage.log.events("session_end")).hasSize(1);
    }
  }

  @Test
  void withoutASmallModelTheRequestNamesIt() throws Exception {
    try (Stage stage = Stage.plain()) {
      for (String request : List.of("One", "Two", "Three")) {
        stage.ask(request);
      }
      stage.session.submit(new SessionCommand.Leave());
      assertThat(stage.log.events("title")).isEmpty();
      assertThat(stage.model.prompts()).hasSize(3);
    }
  }
}
