// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.AllowedTools;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.model.ReplyListener;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.wire.Answering;
import dev.writ.wire.Answering.Answer;
import dev.writ.wire.Answering.Request;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.KeyHeader;
import dev.writ.wire.http.NetworkSettings;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Servers that refuse a member of a request, in their own words.
final class RefusedMembersTest {
  private static final RequestTuning TUNED = new RequestTuning(0.5, 100L);
  private static final Answer SAID =
      Answer.events(
          "{\"choices\":[{\"delta\":{\"content\":\"Hi.\"},\"finish_reason\":\"stop\"}]}", "[DONE]");

  private final List<String> notices = new ArrayList<>();
  private final ReplyListener listener =
      new ReplyListener() {
        @Override
        public void delta(AnswerDelta delta) {}

        @Override
        public void notice(String text) {
          notices.add(text);
        }
      };

  private static Prompt prompt(ReasoningEffort effort) {
    return new Prompt(
        "",
        List.of(new ToolDefinition("read_file", "Reads a file.", Json.Obj.EMPTY)),
        List.of(new Message.User("Is \"max_tokens\": unsupported?")),
        new AllowedTools.AllTools(),
        effort);
  }

  private static ChatModel model(Answering server) {
    return new ChatModel(
        new ModelId("p", "m"),
        server.url(),
        new HttpTransport(
            NetworkSettings.plain(InstantSource.fixed(Instant.EPOCH)), null, KeyHeader.BEARER),
        TUNED,
        ChatModel.ServerVariant.USUAL,
        new KeyRemedy("set a key"));
  }

  private static Json.Obj body(Request request) {
    try {
      return JsonReader.readObject(request.body());
    } catch (dev.writ.base.json.JsonException e) {
      throw new AssertionError(e);
    }
  }

  private static Function<Request, Answer> refusing(Predicate<Json.Obj> wrong, String said) {
    String error =
        Json.object().put("error", Json.object().put("message", said).build()).build().write();
    return request -> wrong.test(body(request)) ? Answer.status("400 Bad Request", error) : SAID;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_tokens|max_completion_tokens|Unsupported parameter: 'max_tokens' is not supported with"
            + " this model. Use 'max_completion_tokens' instead.|''",
        "temperature||Unsupported value: 'temperature' does not support 0.5 with this model. Only"
            + " the default (1) value is supported.|p/m: the model refuses llm.temperature, which"
            + " Writ omits from now on",
        "stream_options||stream_options: Extra inputs are not permitted|''"
      })
  void whatIsRefusedIsSentNoMore(String refused, String instead, String said, String notice)
      throws Exception {
    try (Answering server = new Answering(refusing(sent -> sent.get(refused).isPresent(), said))) {
      ChatModel model = model(server);
      for (int i = 0; i < 2; i++) {
        assertThat(model.reply(prompt(ReasoningEffort.DEFAULT), listener))
            .isInstanceOf(ModelReply.Complete.class);
      }
      model.close();
      assertThat(server.requests()).hasSize(3);
      Json.Obj last = body(server.requests().getLast());
      assertThat(last.get(refused)).isEmpty();
      if (instead != null) {
        assertThat(last.get(instead)).contains(Json.of(100));
      }
      assertThat(notices).isEqualTo(notice.isEmpty() ? List.of() : List.of(notice));
    }
  }

  @Test
  void aLimitThatIsRefusedByBothNamesIsLeftOut() throws Exception {
    String said = "Unrecognized request arguments: max_tokens, max_completion_tokens";
    try (Answering server =
        new Answering(
            refusing(
                sent ->
                    sent.get("max_tokens").isPresent()
                        || sent.get("max_completion_tokens").isPresent(),
                said))) {
      ChatModel model = model(server);
      assertThat(model.reply(prompt(ReasoningEffort.DEFAULT), listener))
          .isInstanceOf(ModelReply.Complete.class);
      model.close();
      assertThat(server.requests()).hasSize(3);
      assertThat(notices)
          .containsExactly("p/m: the model refuses llm.max_tokens, which Writ omits from now on");
    }
  }

  /// What OpenAI's models say since the fourth of the fifth generation; the later ones reason by
  /// themselves, and refuse tools until they are told not to.
  @ParameterizedTest
  @CsvSource({"HIGH, true, 3", "HIGH, false, 2", "DEFAULT, true, 2"})
  void anEffortThatIsRefusedTogetherWithToolsIsLeftOut(
      ReasoningEffort wanted, boolean byItself, int requests) throws Exception {
    String said =
        "Function tools with reasoning_effort are not supported for m in /v1/chat/completions."
            + " To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
    try (Answering server =
        new Answering(
            refusing(
                sent ->
                    !sent.text("reasoning_effort").orElse(byItself ? "x" : "none").equals("none"),
                said))) {
      ChatModel model = model(server);
      assertThat(model.reply(prompt(wanted), listener)).isInstanceOf(ModelReply.Complete.class);
      assertThat(server.requests()).hasSize(requests);
      assertThat(body(server.requests().getLast()).text("reasoning_effort"))
          .isEqualTo(byItself ? java.util.Optional.of("none") : java.util.Optional.empty());
      assertThat(notices).hasSize(requests - 1);
      assertThat(notices.getLast())
          .isEqualTo(
              byItself
                  ? "p/m: the model refuses to reason together with tools here, so Writ"
                      + " asks it not to;"
                      + " the provider openai-responses may allow it"
                  : "p/m: the model refuses the reasoning effort “high” together with tools here"
                      + ", so Writ omits it; the provider openai-responses may take it");
      assertThat(model.reply(prompt(wanted), listener)).isInstanceOf(ModelReply.Complete.class);
      model.close();
      assertThat(server.requests()).hasSize(requests + 1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_tokens is too large: 100. This model supports at most 64 completion tokens",
        "The model 'm' is not supported",
        "max_completion_tokens is not supported",
        "reasoning_effort must be a string"
      })
  void whatCantBeMendedIsShown(String said) throws Exception {
    try (Answering server = new Answering(refusing(_ -> true, said))) {
      ChatModel model = model(server);
      ModelReply reply = model.reply(prompt(ReasoningEffort.DEFAULT), listener);
      model.close();
      assertThat(server.requests()).hasSize(1);
      assertThat(((ModelReply.FailedReply) reply).trouble().message())
          .isEqualTo(server.url() + " answered 400: " + said);
    }
  }

  @Test
  void aServerThatRefusesEverythingIsAskedAFewTimesOnly() throws Exception {
    String said = "unsupported: max_tokens max_completion_tokens temperature stream_options";
    try (Answering server = new Answering(refusing(_ -> true, said))) {
      ChatModel model = model(server);
      assertThat(model.reply(prompt(ReasoningEffort.HIGH), listener))
          .isInstanceOf(ModelReply.FailedReply.class);
      model.close();
      assertThat(server.requests()).hasSize(5);
    }
  }
}
