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

final class ResponsesTest {
  private static final String CALL =
      "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"read_file\",\"arguments\":\"{}\"}";

  private static String event(String type, String rest) {
    return "{\"type\":\"response." + type + "\"," + rest + "}";
  }

  private static ModelReply reply(String... events) throws Exception {
    return CannedServer.reply(Spoken.RESPONSES, events);
  }

  private static ModelReply.Complete complete(String... events) throws Exception {
    return (ModelReply.Complete) reply(events);
  }

  /// What repeats the text whole is not even parsed.
  @Test
  void repetitionsAreNotRead() throws Exception {
    String body =
        """
        event: response.output_item.added
        data: {"type":"response.output_item.added","output_index":0,"item":{"type":"message"}}

        event: response.output_text.delta
        data: {"type":"response.output_text.delta","output_index":0,"delta":"Hi."}

        event: response.output_text.done
        data: {"type":"response.output_text.done","output_index":0,"text":
        data: no JSON

        event: response.output_item.done
        data: {"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[
        data: no JSON

        event: response.output_item.added
        data: {"type":"response.output_item.added","output_index":1,"item":{"type":"message"}}

        event: response.output_item.done
        data: {"type":"response.output_item.done","output_index":1,"item":{"type":"message",
        data: "content":[{"type":"output_text","text":" Not streamed."}]}}

        event: response.completed
        data: {"type":"response.completed","response":{"status":"completed"}}

        """;
    ModelReply reply = CannedServer.replyTo(Spoken.RESPONSES, "200 OK", "text/event-stream", body);
    assertThat(reply)
        .isInstanceOfSatisfying(
            ModelReply.Complete.class,
            complete -> assertThat(complete.message().text()).isEqualTo("Hi. Not streamed."));
  }

  @Test
  void encryptedReasoningGoesBackInFrontOfItsCall() throws Exception {
    ModelReply.Complete reply =
        complete(
            event("output_item.added", "\"output_index\":0,\"item\":{\"type\":\"reasoning\"}"),
            event("reasoning_summary_text.delta", "\"output_index\":0,\"delta\":\"Hm.\""),
            event(
                "output_item.done",
                "\"output_index\":0,\"item\":{\"type\":\"reasoning\",\"id\":\"rs_7\","
                    + "\"encrypted_content\":\"gAAA\"}"),
            event("output_item.done", "\"output_index\":1,\"item\":" + CALL),
            event(
                "completed",
                "\"response\":{\"usage\":{\"input_tokens\":9,\"output_tokens\":8,"
                    + "\"input_tokens_details\":{\"cached_tokens\":5,\"cache_write_tokens\":2},"
                    + "\"output_tokens_details\":{\"reasoning_tokens\":6}}}"));
    assertThat(reply.finish()).isEqualTo(FinishReason.CALLS);
    assertThat(reply.usage()).isEqualTo(new TokenUsage(9, 8, 5, 2, 6));
    assertThat(reply.message().calls()).containsExactly(new ToolCall("c1", "read_file", "{}"));
    Json.Obj body = sent(Spoken.after(reply.message()), "gpt-5");
    assertThat(new Json.Arr(body.items("input").subList(1, 4)).write())
        .isEqualTo(
            "[{\"type\":\"reasoning\",\"id\":\"rs_7\",\"summary\":[{\"type\":\"summary_text\","
                + "\"text\":\"Hm.\"}],\"encrypted_content\":\"gAAA\"},"
                + "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"read_file\","
                + "\"arguments\":\"{}\"},"
                + "{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"contents\"}]");
  }

  private static Json.Obj sent(Prompt prompt, String model) throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model opened =
          ProviderFactory.open(
              new ProviderSettings(
                  "openai-responses",
                  model,
                  server.url(),
                  Spoken.KEY,
                  RequestTuning.NONE,
                  Spoken.network(Spoken.LONG)));
      opened.reply(prompt, _ -> {});
      opened.close();
      server.assertClean();
      return server.chats().getFirst().json();
    }
  }

  @ParameterizedTest
  @CsvSource({"gpt-5, true", "o4-mini, true", "gpt-oss-120b, true", "gpt-4.1, false"})
  void onlyModelsThatReasonAreAskedForItsEncryptedForm(String model, boolean asked)
      throws Exception {
    List<Message> messages = List.of(new Message.User("Hi"));
    Json.Obj body =
        sent(
            new Prompt("", List.of(), messages, new AllowedTools.AllTools(), ReasoningEffort.LOW),
            model);
    assertThat(body.get("include").isPresent()).isEqualTo(asked);
    assertThat(body.object("reasoning").text("effort")).hasValue("low");
  }

  /// Some servers send whole items, or only the response at the end.
  @Test
  void whatWasNotStreamedIsReadFromTheWhole() throws Exception {
    String message =
        "{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hi.\"}]}";
    String end = event("completed", "\"response\":{\"output\":[" + message + "," + CALL + "]}");
    ModelReply.Complete whole = complete(end);
    assertThat(whole.message().text()).isEqualTo("Hi.");
    assertThat(whole.message().calls()).hasSize(1);
    ModelReply.Complete items =
        complete(
            event("output_item.done", "\"output_index\":0,\"item\":" + message),
            event("output_item.done", "\"output_index\":1,\"item\":" + CALL),
            end);
    assertThat(items.message()).isEqualTo(whole.message());
    ModelReply.Complete streamed =
        complete(event("output_text.delta", "\"output_index\":0,\"delta\":\"Hi.\""), end);
    assertThat(streamed.message().text()).isEqualTo("Hi.");
  }

  @ParameterizedTest
  @CsvSource({"max_output_tokens, LENGTH", "content_filter, REFUSED", "something_new, LENGTH"})
  void incompleteIsNoStop(String reason, FinishReason finish) throws Exception {
    ModelReply.Complete reply =
        complete(
            event("output_item.done", "\"output_index\":0,\"item\":" + CALL),
            event(
                "incomplete",
                "\"response\":{\"incomplete_details\":{\"reason\":\"" + reason + "\"}}"));
    assertThat(reply.finish()).isEqualTo(finish);
  }

  @ParameterizedTest
  @CsvSource({
    "server_error, SERVER_ERROR", "rate_limit_exceeded, RATE_LIMITED",
    "context_length_exceeded, CONTEXT_TOO_LONG", "insufficient_quota, REJECTED",
    "invalid_prompt, REJECTED"
  })
  void failedResponsesAndErrorEvents(String code, ProviderErrorKind kind) throws Exception {
    String error = "\"code\":\"" + code + "\",\"message\":\"so\"";
    String call = event("output_item.done", "\"output_index\":0,\"item\":" + CALL);
    for (ModelReply reply :
        new ModelReply[] {
          reply(call, event("failed", "\"response\":{\"error\":{" + error + "}}")),
          reply(call, "{\"type\":\"error\"," + error + "}"),
          reply(call, "{\"type\":\"error\",\"error\":{" + error + "}}")
        }) {
      assertThat(((ModelReply.FailedReply) reply).trouble().kind()).isEqualTo(kind);
      assertThat(((ModelReply.FailedReply) reply).trouble().message()).contains("so");
    }
  }
}
