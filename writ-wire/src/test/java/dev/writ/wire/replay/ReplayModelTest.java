// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.JsonException;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.kernel.call.ToolCall;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.ProviderException;
import dev.writ.wire.ProviderFactory;
import dev.writ.wire.ProviderSettings;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class ReplayModelTest {
  private static final ModelId ID = new ModelId("replay", "demo");
  private static final Prompt PROMPT =
      new Prompt("", List.of(), List.of(new Message.User("Go on.")));
  private static final String SCRIPT =
      """
      {"turns":[
        {"text":"I look.","reasoning":"Hm.","calls":[
          {"tool":"read_file","arguments":{"path":"a.txt"}},
          {"tool":"read_file","arguments":"{broken"}]},
        {"status":429,"retry_after":2,"message":"slow down"},
        {"misbehave":"cut_fin","text":"lost"},
        {"text_kb":3},
        {"text":"Cut of","finish":"length","usage":{"input":10,"output":2}}
      ]}
      """;

  private static NetworkSettings network() {
    return NetworkSettings.plain(InstantSource.system()).withIdle(Duration.ofMillis(200));
  }

  private static List<ModelReply> replies(Model model, int count) throws InterruptedException {
    List<ModelReply> replies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      replies.add(model.reply(PROMPT, _ -> {}));
    }
    return replies;
  }

  @Test
  void playsItsTurnsAndThenSaysSo() throws JsonException, InterruptedException {
    List<ModelReply> replies = replies(ReplayModel.of(ID, SCRIPT), 6);
    assertThat(replies.getFirst())
        .isInstanceOfSatisfying(
            ModelReply.Complete.class,
            reply -> {
              assertThat(reply.finish()).isEqualTo(FinishReason.CALLS);
              assertThat(reply.message().calls())
                  .containsExactly(
                      new ToolCall("call_1", "read_file", "{\"path\":\"a.txt\"}"),
                      new ToolCall("call_2", "read_file", "{broken"));
            });
    assertThat(replies.getLast())
        .isInstanceOfSatisfying(
            ModelReply.FailedReply.class,
            failed -> {
              assertThat(failed.trouble().kind()).isEqualTo(ProviderErrorKind.REJECTED);
              assertThat(failed.trouble().message()).contains("ended").contains("5 turns");
            });
  }

  @Test
  void theSameScriptOverTheWireGivesTheSame()
      throws JsonException, InterruptedException, ProviderException {
    List<ModelReply> offline = replies(ReplayModel.of(ID, SCRIPT), 5);
    for (String provider : List.of("openai-compatible", "ollama")) {
      try (ScriptedModelServer server =
          ScriptedModelServer.start(Script.parse(SCRIPT), false, _ -> {})) {
        String endpoint = server.url() + (provider.equals("ollama") ? "" : "/v1");
        Model model =
            ProviderFactory.open(
                new ProviderSettings(
                    provider, "demo", endpoint, null, RequestTuning.NONE, network()));
        List<ModelReply> online = replies(model, 5);
        model.close();
        server.assertClean();
        assertThat(online.stream().map(ReplayModelTest::essence))
            .isEqualTo(offline.stream().map(ReplayModelTest::essence).toList());
      }
    }
  }

  private static String essence(ModelReply reply) {
    return switch (reply) {
      case ModelReply.Complete(var message, var usage, var finish) ->
          message.text()
              + message.reasoningText()
              + message.calls().stream().map(call -> call.tool() + call.arguments()).toList()
              + usage
              + finish;
      case ModelReply.FailedReply(var trouble) -> trouble.kind() + " " + trouble.retryAfter();
    };
  }

  @Test
  void everyMisbehaviourOfTheServerIsKnown() throws JsonException {
    for (AnswerFault how : AnswerFault.values()) {
      ReplayModel.of(
          ID, "{\"turns\":[{\"misbehave\":\"" + how.name().toLowerCase(Locale.ROOT) + "\"}]}");
    }
  }

  @Test
  void deltasAreTheText() throws JsonException, InterruptedException {
    String text = "A text of more than one piece \uD83D\uDE00 and more of it than that.";
    StringBuilder shown = new StringBuilder();
    ReplayModel.of(ID, "{\"turns\":[{\"text\":\"" + text + "\"}]}")
        .reply(
            PROMPT,
            delta -> {
              if (delta instanceof AnswerDelta.TextDelta(String piece)) {
                shown.append(piece);
              }
            });
    assertThat(shown).hasToString(text);
  }

  @Test
  void whatIsRecordedReplays() throws JsonException, InterruptedException {
    StringBuilder written = new StringBuilder();
    ScriptRecorder recorder = new ScriptRecorder(ReplayModel.of(ID, SCRIPT), written::append);
    List<ModelReply> first = replies(recorder, 5);
    recorder.close();
    recorder.close();
    List<ModelReply> second = replies(ReplayModel.of(ID, written.toString()), 5);
    assertThat(second.stream().map(ReplayModelTest::essence))
        .isEqualTo(first.stream().map(ReplayModelTest::essence).toList());
  }

  @Test
  void recordingNothingIsAScriptToo() throws JsonException {
    StringBuilder written = new StringBuilder();
    new ScriptRecorder(ReplayModel.of(ID, SCRIPT), written::append).close();
    ReplayModel.of(ID, written.toString());
  }

  @Test
  void badScriptsAreRefusedWithTheReason() {
    for (String script :
        List.of(
            "",
            "[]",
            "{}",
            "{\"turns\":[7]}",
            "{\"turns\":[{\"misbehave\":\"x\"}]}",
            "{\"turns\":[{\"calls\":[{}]}]}",
            "{\"turns\":[{\"finish\":\"x\"}]}",
            "{\"turns\":[{\"text_kb\":-1}]}")) {
      assertThatThrownBy(() -> ReplayModel.of(ID, script)).isInstanceOf(JsonException.class);
    }
  }

  @Test
  void theFactoryTakesTheScript() throws ProviderException, InterruptedException {
    Model model = ProviderFactory.open(settings(SCRIPT));
    assertThat(model.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
    assertThatThrownBy(() -> ProviderFactory.open(settings("{")))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("line 1");
  }

  private static ProviderSettings settings(String script) {
    return new ProviderSettings("replay", "demo", script, null, RequestTuning.NONE, network());
  }
}
