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

final class GeminiTest {
  private static String parts(String parts) {
    return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[" + parts + "]}}]}";
  }

  private static String finish(String reason) {
    return "{\"candidates\":[{\"finishReason\":\""
        + reason
        + "\"}],\"usageMetadata\":{"
        + "\"promptTokenCount\":9,\"candidatesTokenCount\":5,\"thoughtsTokenCount\":3,"
        + "\"cachedContentTokenCount\":7}}";
  }

  private static ModelReply reply(String... chunks) throws Exception {
    return CannedServer.reply(Spoken.GEMINI, chunks);
  }

  private static Json.Obj sent(Prompt prompt, String model) throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model opened =
          ProviderFactory.open(
              new ProviderSettings(
                  "gemini",
                  model,
                  server.url() + "/v1beta",
                  Spoken.KEY,
                  RequestTuning.NONE,
                  Spoken.network(Spoken.LONG)));
      opened.reply(prompt, _ -> {});
      opened.close();
      server.assertClean();
      assertThat(server.chats().getFirst().path()).startsWith("/v1beta/models/gemini-");
      return server.chats().getFirst().json();
    }
  }

  private static String content(Json.Obj body, int index) {
    return ((Json.Obj) body.items("contents").get(index)).get("parts").orElseThrow().write();
  }

  @Test
  void signaturesGoBackWithTheirParts() throws Exception {
    ModelReply.Complete reply =
        (ModelReply.Complete)
            reply(
                parts("{\"text\":\"Hm.\",\"thought\":true}"),
                parts("{\"text\":\"I look.\"},{\"text\":\"\",\"thoughtSignature\":\"dGV4dA==\"}"),
                parts(
                    "{\"functionCall\":{\"name\":\"read_file\",\"args\":{\"path\":\"a\"}},"
                        + "\"thoughtSignature\":\"Y2FsbA==\"},"
                        + "{\"functionCall\":{\"name\":\"read_file\",\"args\":{}}}"),
                finish("STOP"));
    assertThat(reply.finish()).isEqualTo(FinishReason.CALLS);
    assertThat(reply.usage()).isEqualTo(new TokenUsage(9, 8, 7, 0, 3));
    assertThat(reply.message().reasoningText()).isEqualTo("Hm.");
    Json.Obj body = sent(Spoken.after(reply.message()), "models/gemini-3-pro");
    String first = reply.message().calls().getFirst().id();
    String second = reply.message().calls().getLast().id();
    assertThat(content(body, 1))
        .isEqualTo(
            "[{\"text\":\"I look.\",\"thoughtSignature\":\"dGV4dA==\"},"
                + "{\"functionCall\":{\"id\":\""
                + first
                + "\",\"name\":\"read_file\","
                + "\"args\":{\"path\":\"a\"}},\"thoughtSignature\":\"Y2FsbA==\"},"
                + "{\"functionCall\":{\"id\":\""
                + second
                + "\",\"name\":\"read_file\",\"args\":{}}}]");
  }

  @ParameterizedTest
  @CsvSource({"gemini-2.5-flash, false", "gemini-3-flash, true"})
  void callsOfOtherModelsSaySo(String model, boolean said) throws Exception {
    ToolCall call = new ToolCall("x", "read_file", "{}");
    Json.Obj body = sent(Spoken.after(new Message.Assistant("", List.of(), List.of(call))), model);
    assertThat(content(body, 1).contains("skip_thought_signature_validator")).isEqualTo(said);
  }

  @ParameterizedTest
  @CsvSource({
    "STOP, STOP",
    "MAX_TOKENS, LENGTH",
    "SAFETY, REFUSED",
    "RECITATION, REFUSED",
    "PROHIBITED_CONTENT, REFUSED",
    "SPII, REFUSED",
    "IMAGE_PROHIBITED_CONTENT, REFUSED",
    "CONTINUATION, LENGTH",
    "BLOCKLIST, REFUSED"
  })
  void finishReasons(String reason, FinishReason finish) throws Exception {
    ModelReply reply = reply(parts("{\"text\":\"Hi\"}"), finish(reason));
    assertThat(((ModelReply.Complete) reply).finish()).isEqualTo(finish);
  }

  @ParameterizedTest
  @CsvSource({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER"})
  void aBrokenAnswerIsAskedForAgain(String reason) throws Exception {
    ModelReply reply = reply(parts("{\"text\":\"Hi\"}"), finish(reason));
    assertThat(((ModelReply.FailedReply) reply).trouble().kind())
        .isEqualTo(ProviderErrorKind.MALFORMED);
    assertThat(((ModelReply.FailedReply) reply).trouble().message()).contains(reason);
    assertThat(((ModelReply.FailedReply) reply).trouble().retryable()).isTrue();
  }

  @Test
  void aBlockedPromptIsRejectedWithItsReason() throws Exception {
    ModelReply reply = reply("{\"promptFeedback\":{\"blockReason\":\"PROHIBITED_CONTENT\"}}");
    assertThat(((ModelReply.FailedReply) reply).trouble().kind())
        .isEqualTo(ProviderErrorKind.REJECTED);
    assertThat(((ModelReply.FailedReply) reply).trouble().message()).contains("PROHIBITED_CONTENT");
  }

  @Test
  void aWrongKeyIsUnauthorisedAlthoughTheStatusIs400() throws Exception {
    ModelReply reply =
        CannedServer.replyTo(
            Spoken.GEMINI,
            "400 Bad Request",
            "application/json",
            "{\"error\":{\"code\":400,\"message\":\"API key not valid.\",\"status\":"
                + "\"INVALID_ARGUMENT\",\"details\":[{\"reason\":\"API_KEY_INVALID\"}]}}");
    assertThat(((ModelReply.FailedReply) reply).trouble().kind())
        .isEqualTo(ProviderErrorKind.UNAUTHORISED);
    assertThat(((ModelReply.FailedReply) reply).trouble().message()).contains("GEMINI_API_KEY");
  }

  @ParameterizedTest
  @CsvSource({
    "gemini-2.5-pro, NONE, 128",
    "gemini-2.5-flash, NONE, 0",
    "gemini-2.5-flash, HIGH, 24576",
    "gemini-3-pro, NONE, \"LOW\"",
    "gemini-3-pro, HIGH, \"HIGH\""
  })
  void effortIsABudgetOrALevel(String model, ReasoningEffort effort, String value)
      throws Exception {
    List<Message> messages = List.of(new Message.User("Hi"));
    Json.Obj thinking =
        sent(new Prompt("", List.of(), messages, new AllowedTools.AllTools(), effort), model)
            .object("generationConfig")
            .object("thinkingConfig");
    assertThat(thinking.get("thinkingBudget").or(() -> thinking.get("thinkingLevel")))
        .hasValueSatisfying(told -> assertThat(told.write()).isEqualTo(value));
  }
}
