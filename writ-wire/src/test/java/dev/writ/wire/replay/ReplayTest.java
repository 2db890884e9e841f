// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.engine.model.Delta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.Reply;
import dev.writ.engine.model.Reply.Finish;
import dev.writ.engine.model.Reply.Trouble.Kind;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.json.JsonException;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptTurn.Misbehaviour;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.ProviderException;
import dev.writ.wire.ProviderSettings;
import dev.writ.wire.Providers;
import dev.writ.wire.adapter.Tuning;
import dev.writ.wire.http.Network;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class ReplayTest {
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

  private static Network network() {
    return Network.plain(InstantSource.system()).withIdle(Duration.ofMillis(200));
  }

  private static List<Reply> replies(Model model, int count) throws InterruptedException {
    List<Reply> replies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      replies.add(model.reply(PROMPT, _ -> {}));
    }
    return replies;
  }

  @Test
  void playsItsTurnsAndThenSaysSo() throws JsonException, InterruptedException {
    List<Reply> replies = replies(Replay.of(ID, SCRIPT), 6);
    assertThat(replies.getFirst())
        .isInstanceOfSatisfying(
            Reply.Complete.class,
            reply -> {
              assertThat(reply.finish()).isEqualTo(Finish.CALLS);
              assertThat(reply.message().calls())
                  .containsExactly(
                      new ToolCall("call_1", "read_file", "{\"path\":\"a.txt\"}"),
                      new ToolCall("call_2", "read_file", "{broken"));
            });
    assertThat(replies.getLast())
        .isInstanceOfSatisfying(
            Reply.Failed.class,
            failed -> {
              assertThat(failed.trouble().kind()).isEqualTo(Kind.REJECTED);
              assertThat(failed.trouble().message()).contains("ended").contains("5 turns");
            });
  }

  @Test
  void theSameScriptOverTheWireGivesTheSame()
      throws JsonException, InterruptedException, ProviderException {
    List<Reply> offline = replies(Replay.of(ID, SCRIPT), 5);
    for (String provider : List.of("openai-compatible", "ollama")) {
      try (ScriptedModelServer server =
          ScriptedModelServer.start(Script.parse(SCRIPT), false, _ -> {})) {
        String endpoint = server.url() + (provider.equals("ollama") ? "" : "/v1");
        Model model =
            Providers.open(
                new ProviderSettings(provider, "demo", endpoint, null, Tuning.NONE, network()));
        List<Reply> online = replies(model, 5);
        model.close();
        server.assertClean();
        assertThat(online.stream().map(ReplayTest::essence))
            .isEqualTo(offline.stream().map(ReplayTest::essence).toList());
      }
    }
  }

  private static String essence(Reply reply) {
    return switch (reply) {
      case Reply.Complete(var message, var usage, var finish) ->
          message.text()
              + message.reasoningText()
              + message.calls().stream().map(call -> call.tool() + call.arguments()).toList()
              + usage
              + finish;
      case Reply.Failed(var trouble) -> trouble.kind() + " " + trouble.retryAfter();
    };
  }

  @Test
  void everyMisbehaviourOfTheServerIsKnown() throws JsonException {
    for (Misbehaviour how : Misbehaviour.values()) {
      Replay.of(
          ID, "{\"turns\":[{\"misbehave\":\"" + how.name().toLowerCase(Locale.ROOT) + "\"}]}");
    }
  }

  @Test
  void deltasAreTheText() throws JsonException, InterruptedException {
    String text = "A text of more than one piece \uD83D\uDE00 and more of it than that.";
    StringBuilder shown = new StringBuilder();
    Replay.of(ID, "{\"turns\":[{\"text\":\"" + text + "\"}]}")
        .reply(
            PROMPT,
            delta -> {
              if (delta instanceof Delta.Text(String piece)) {
                shown.append(piece);
              }
            });
    assertThat(shown).hasToString(text);
  }

  @Test
  void whatIsRecordedReplays() throws JsonException, InterruptedException {
    StringBuilder written = new StringBuilder();
    Recorder recorder = new Recorder(Replay.of(ID, SCRIPT), written::append);
    List<Reply> first = replies(recorder, 5);
    recorder.close();
    recorder.close();
    List<Reply> second = replies(Replay.of(ID, written.toString()), 5);
    assertThat(second.stream().map(ReplayTest::essence))
        .isEqualTo(first.stream().map(ReplayTest::essence).toList());
  }

  @Test
  void recordingNothingIsAScriptToo() throws JsonException {
    StringBuilder written = new StringBuilder();
    new Recorder(Replay.of(ID, SCRIPT), written::append).close();
    Replay.of(ID, written.toString());
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
      assertThatThrownBy(() -> Replay.of(ID, script)).isInstanceOf(JsonException.class);
    }
  }

  @Test
  void theFactoryTakesTheScript() throws ProviderException, InterruptedException {
    Model model = Providers.open(settings(SCRIPT));
    assertThat(model.reply(PROMPT, _ -> {})).isInstanceOf(Reply.Complete.class);
    assertThatThrownBy(() -> Providers.open(settings("{")))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("line 1");
  }

  private static ProviderSettings settings(String script) {
    return new ProviderSettings("replay", "demo", script, null, Tuning.NONE, network());
  }
}
