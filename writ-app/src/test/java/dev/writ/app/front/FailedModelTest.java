// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply.ProviderError;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// What each front end shows of a model that fails and of the one that stands in for it.
class FailedModelTest {
  private static final ProviderError DOWN =
      new ProviderError(
          ProviderError.ProviderErrorKind.SERVER_ERROR, "overloaded\u001b[2J, try later");

  private static final ModelId FIRST = new ModelId("a", "one");
  private static final ModelId SECOND = new ModelId("b", "two");

  /// Half an answer, then a retry that fails at once, then the answer of another model.
  private static String shown(Function<PrintStream, Consumer<SessionEvent>> screen) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      Consumer<SessionEvent> front = screen.apply(out);
      front.accept(text("Half an ans"));
      front.accept(recorded(SessionEvents.partial("Half an ")));
      front.accept(new SessionEvent.Retrying(DOWN, 1, Duration.ofSeconds(2)));
      front.accept(recorded(SessionEvents.providerSwitch(FIRST, SECOND, "fallback")));
      front.accept(new SessionEvent.Substituted(DOWN, FIRST, SECOND));
      front.accept(text("Whole."));
      front.accept(recorded(Json.object().put("type", "assistant")));
      front.accept(new SessionEvent.Ended(new TurnEnd.FinalAnswer("Whole.", TurnEnd.Totals.NONE)));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static SessionEvent text(String text) {
    return new SessionEvent.Streaming(new AnswerDelta.TextDelta(text));
  }

  private static SessionEvent recorded(Json.Builder event) {
    return new SessionEvent.Recorded(event.build());
  }

  @Test
  void linesTellOnceWhichModelFailedAndWhichAnswers() {
    assertThat(shown(out -> new PlainScreen(out, out, ScreenStyle.together(/* calls= */ true))))
        .isEqualTo(
            """
            Half an ans
            [the request failed: overloaded⟨U+001B⟩[2J, try later; what it wrote is discarded; \
            retry 1 in 2.0 s]
            [a/one failed: overloaded⟨U+001B⟩[2J, try later; b/two answers now]
            Whole.
            """);
  }

  /// Nothing of an answer is shown before it is complete.
  @Test
  void ofWordsThatAreHeldBackNoneIsDiscarded() {
    assertThat(
            shown(
                out ->
                    AnswerBuffer.unless(
                        false, new PlainScreen(out, out, ScreenStyle.together(true)))))
        .isEqualTo(
            """
            [the request failed: overloaded⟨U+001B⟩[2J, try later; retry 1 in 2.0 s]
            [a/one failed: overloaded⟨U+001B⟩[2J, try later; b/two answers now]
            Whole.
            """);
  }

  @Test
  void aModelThatThePersonChoseIsNamed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      new PlainScreen(out, out, ScreenStyle.together(true))
          .accept(recorded(SessionEvents.providerSwitch(FIRST, SECOND, "command")));
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("[a/one → b/two]\n");
  }

  @Test
  void aReasonThatComesAgainIsToldOnce() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ProviderError other = new ProviderError(ProviderError.ProviderErrorKind.TIMEOUT, "no answer");
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      PlainScreen screen = new PlainScreen(out, out, ScreenStyle.together(true));
      screen.accept(new SessionEvent.Retrying(other, 1, Duration.ofSeconds(1)));
      screen.accept(new SessionEvent.Retrying(other, 2, Duration.ofSeconds(2)));
      screen.accept(new SessionEvent.Retrying(DOWN, 3, Duration.ofSeconds(4)));
      screen.accept(new SessionEvent.Retrying(DOWN, 1, Duration.ofSeconds(1)));
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            [the request failed: no answer; retry 1 in 1.0 s]
            [the request failed again; retry 2 in 2.0 s]
            [the request failed: overloaded⟨U+001B⟩[2J, try later; retry 3 in 4.0 s]
            [the request failed: overloaded⟨U+001B⟩[2J, try later; retry 1 in 1.0 s]
            """);
  }

  @Test
  void dataHasEventsOfTheirOwn() {
    assertThat(shown(JsonEventStream::new))
        .containsOnlyOnce(
            "{\"type\":\"retry\",\"attempt\":1,\"pause_ms\":2000,"
                + "\"message\":\"overloaded\\u001B[2J, try later\"}\n")
        .containsOnlyOnce(
            "{\"type\":\"fallback\",\"from\":{\"provider\":\"a\",\"model\":\"one\"},"
                + "\"to\":{\"provider\":\"b\",\"model\":\"two\"},"
                + "\"message\":\"overloaded\\u001B[2J, try later\"}\n");
  }
}
