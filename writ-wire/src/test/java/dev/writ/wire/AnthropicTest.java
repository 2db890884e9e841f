// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AllowedTools;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.adapter.RequestTuning;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnthropicTest {
  private static final String START =
      "{\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":10,"
          + "\"cache_read_input_tokens\":200,\"cache_creation_input_tokens\":30,"
          + "\"output_tokens\":1}}}";
  private static final String STOP = "{\"type\":\"message_stop\"}";

  private static String begin(int index, String block) {
    return "{\"type\":\"content_block_start\",\"index\":"
        + index
        + ",\"content_block\":"
        + block
        + "}";
  }

  private static String delta(int index, String delta) {
    return "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}";
  }

  private static String end(int index) {
    return "{\"type\":\"content_block_stop\",\"index\":" + index + "}";
  }

  private static String reason(String reason) {
    return "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\""
        + reason
        + "\"},\"usage\":{\"output_tokens\":40}}";
  }

  private static ModelReply reply(String... events) throws Exception {
    return CannedServer.reply(Spoken.ANTHROPIC, events);
  }

  /// Thinking between text and calls keeps its place and its signature.
  @Test
  void reasoningGoesBackWhereItStood() throws Exception {
    ModelReply reply =
        reply(
            START,
            begin(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"),
            delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"Hm.\"}"),
            delta(0, "{\"type\":\"signature_delta\",\"signature\":\"c2ln\"}"),
            end(0),
            begin(1, "{\"type\":\"redacted_thinking\",\"data\":\"b3BhcXVl\"}"),
            end(1),
            begin(2, "{\"type\":\"text\",\"text\":\"\"}"),
            delta(2, "{\"type\":\"text_delta\",\"text\":\"I look.\"}"),
            end(2),
            begin(3, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"),
            delta(3, "{\"type\":\"signature_delta\",\"signature\":\"b21pdHRlZA==\"}"),
            end(3),
            begin(
                4,
                "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"read_file\",\"input\":{}}"),
            delta(4, "{\"type\":\"input_json_delta\",\"partial_json\":\"\"}"),
            delta(
                4, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"path\\\":\\\"a\\\"}\"}"),
            end(4),
            reason("tool_use"),
            STOP);
    ModelReply.Complete complete = (ModelReply.Complete) reply;
    assertThat(complete.finish()).isEqualTo(FinishReason.CALLS);
    assertThat(complete.usage()).isEqualTo(new TokenUsage(240, 40, 200, 30, 0));
    assertThat(complete.message().reasoning())
        .containsExactly(
            new ReasoningBlock("anthropic", "thinking", "Hm.", "c2ln", 0, 0),
            new ReasoningBlock("anthropic", "redacted_thinking", "", "b3BhcXVl", 0, 0),
            new ReasoningBlock("anthropic", "thinking", "", "b21pdHRlZA==", 7, 0));
    assertThat(content(sent(Spoken.after(complete.message()), "scripted"), 1))
        .isEqualTo(
            "[{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"c2ln\"},"
                + "{\"type\":\"redacted_thinking\",\"data\":\"b3BhcXVl\"},"
                + "{\"type\":\"text\",\"text\":\"I look.\"},"
                + "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"b21pdHRlZA==\"},"
                + "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"read_file\","
                + "\"input\":{\"path\":\"a\"}}]");
  }

  private static Json.Obj sent(Prompt prompt, String model) throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model opened =
          ProviderFactory.open(
              new ProviderSettings(
                  "anthropic",
                  model,
                  server.url(),
                  Spoken.KEY,
                  RequestTuning.NONE,
                  Spoken.network(Spoken.LONG)));
      opened.reply(prompt, _ -> {});
      opened.close();
      server.assertClean();
      assertThat(server.chats().getFirst().header("anthropic-version")).hasValue("2023-06-01");
      return server.chats().getFirst().json();
    }
  }

  private static String content(Json.Obj body, int message) {
    return ((Json.Obj) body.items("messages").get(message)).get("content").orElseThrow().write();
  }

  @ParameterizedTest
  @CsvSource({
    "end_turn, STOP",
    "stop_sequence, STOP",
    "max_tokens, LENGTH",
    "refusal, REFUSED",
    "pause_turn, LENGTH",
    "model_context_window_exceeded, LENGTH",
    "something_new, STOP"
  })
  void stopReasons(String reason, FinishReason finish) throws Exception {
    ModelReply reply =
        reply(START, begin(0, "{\"type\":\"text\",\"text\":\"Hi\"}"), reason(reason), STOP);
    assertThat(((ModelReply.Complete) reply).finish()).isEqualTo(finish);
  }

  @ParameterizedTest
  @CsvSource({
    "overloaded_error, SERVER_ERROR",
    "api_error, SERVER_ERROR",
    "rate_limit_error, RATE_LIMITED",
    "authentication_error, UNAUTHORISED",
    "permission_error, UNAUTHORISED",
    "invalid_request_error, REJECTED",
    "billing_error, REJECTED"
  })
  void errorsInMidStream(String type, ProviderErrorKind kind) throws Exception {
    ModelReply reply =
        reply(
            START,
            begin(0, "{\"type\":\"text\",\"text\":\"Hi\"}"),
            "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"so\"}}",
            STOP);
    assertThat(((ModelReply.FailedReply) reply).trouble().kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "claude-opus-4-8, false",
    "claude-sonnet-5, false",
    "claude-sonnet-4-6, true",
    "claude-haiku-4-5, true",
    "another, true"
  })
  void temperatureGoesToModelsThatTakeIt(String model, boolean sent) throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model opened =
          ProviderFactory.open(
              new ProviderSettings(
                  "anthropic",
                  model,
                  server.url(),
                  Spoken.KEY,
                  new RequestTuning(0.5, null),
                  Spoken.network(Spoken.LONG)));
      opened.reply(Spoken.prompt(), _ -> {});
      opened.close();
      assertThat(server.chats().getFirst().json().get("temperature").isPresent()).isEqualTo(sent);
    }
  }

  private static Prompt effort(List<Message> messages) {
    return new Prompt("", List.of(), messages, new AllowedTools.AllTools(), ReasoningEffort.MEDIUM);
  }

  @ParameterizedTest
  @CsvSource({
    "claude-opus-4-8,{\"type\":\"adaptive\"¦\"display\":\"summarized\"}",
    "claude-sonnet-5,{\"type\":\"adaptive\"¦\"display\":\"summarized\"}",
    "claude-opus-4-6,{\"type\":\"adaptive\"¦\"display\":\"summarized\"}",
    "claude-sonnet-4-5-20250929,{\"type\":\"enabled\"¦\"budget_tokens\":8000}",
    "claude-3-7-sonnet-latest,{\"type\":\"enabled\"¦\"budget_tokens\":8000}",
    "claude-sonnet-4-20250514,{\"type\":\"enabled\"¦\"budget_tokens\":8000}"
  })
  void effortIsABudgetForOlderModels(String model, String thinking) throws Exception {
    Json.Obj body = sent(effort(List.of(new Message.User("Hi"))), model);
    assertThat(body.object("thinking").write()).isEqualTo(thinking.replace('¦', ','));
    assertThat(body.object("output_config").text("effort").isPresent())
        .isEqualTo(thinking.contains("adaptive"));
  }

  /// A round of calls that another provider's model began has no thinking to begin with.
  @Test
  void noBudgetInTheMiddleOfAForeignRound() throws Exception {
    ToolCall call = new ToolCall("a:b", "read_file", "{}");
    List<ReasoningBlock> foreign = List.of(ReasoningBlock.plain("ollama", "Hm."));
    Json.Obj body =
        sent(
            effort(
                List.of(
                    new Message.User("Hi"),
                    new Message.Assistant("", foreign, List.of(call)),
                    new Message.CallResult("a:b", "read_file", "text", true))),
            "claude-sonnet-4-5");
    assertThat(body.get("thinking")).isEmpty();
    assertThat(body.write()).doesNotContain("Hm.").contains("\"a_b\"").doesNotContain("a:b");
  }
}
