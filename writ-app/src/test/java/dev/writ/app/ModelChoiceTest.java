// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.Desk.Dialect;
import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which model is asked where a person named none, and what takes over where it fails.
class ModelChoiceTest {
  private static final PlainAnswer DONE = new PlainAnswer("All done.");

  private static List<Json.Obj> events(Desk desk, String type) {
    return desk.session().stream().filter(e -> e.text("type").orElse("").equals(type)).toList();
  }

  /// An address at which nobody listens.
  private static String nowhere() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + taken.getLocalPort();
    }
  }

  @Test
  void aReachableOllamaIsAskedForWhatItHas() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      Desk.Ran ran = desk.set("WRIT_ENDPOINT", server.url()).writ("run", "Go");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("qwen3:14b is not installed; using ollama/scripted");
      assertThat(server.chats()).hasSize(1);
      assertThat(events(desk, "assistant").getFirst().text("model")).contains("scripted");
    }
  }

  @Test
  void aNamedModelIsAskedWithoutAnyQuestionBefore() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      Desk.Ran ran = desk.ask(server, Dialect.OLLAMA).writ("run", "Go");

      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(server.requests()).hasSize(1);
    }
  }

  /// A provider's notice comes behind the words of an answer and before its end.
  @Test
  void aNoticeDoesNotMakeTheAnswerAppearTwice() {
    PlainAnswer little = new PlainAnswer("Done.", "", List.of(), "", new StatedUsage(1, 1));
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(little)) {
      Desk.Ran ran = desk.ask(server, Dialect.OLLAMA).writ("run", "Go");

      assertThat(ran.out()).isEqualTo("Done.\n");
      assertThat(ran.err()).contains("[The server read 1 tokens of").doesNotContain("Done.");
    }
  }

  @Test
  void whereNothingIsWithinReachThePersonIsToldExactlyWhatToDo() throws IOException {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = desk.set("WRIT_ENDPOINT", nowhere()).writ("run", "Go");

      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(ran.err())
          .contains("Ollama was not reached", "ollama pull qwen3:14b", "OPENAI_API_KEY")
          .contains("writ auth login", "-p PROVIDER", "writ demo")
          .doesNotContain("retry");
    }
  }

  @Test
  void aKeyIsNextWhereNoOllamaIsReached() throws IOException {
    try (Desk desk = new Desk()) {
      desk.set("WRIT_ENDPOINT", nowhere()).set("MISTRAL_API_KEY", "a-key-that-is-no-key");
      desk.set("WRIT_AGENT_MAX_COST_USD", "0.000001"); // nothing is sent
      Desk.Ran ran = desk.writ("run", "--json", "Go");

      assertThat(ran.err()).contains("using mistral/devstral-latest, for which a key was found");
      assertThat(ran.json().text("error_code")).contains("BUDGET_EXCEEDED");
      assertThat(ran.json().text("message").orElse("")).contains("mistral/devstral-latest");
    }
  }

  @Test
  void anotherModelTakesOverWhereRetriesAreExhausted() {
    ErrorStatus down = new ErrorStatus(503);
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(down, down, DONE)) {
      desk.ask(server, Dialect.OPENAI)
          .set("WRIT_AGENT_RETRY_ATTEMPTS", "1")
          .set("WRIT_LLM_FALLBACK", "openai-compatible/second");
      Desk.Ran ran = desk.writ("run", "Go");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.err())
          .containsPattern("(?m)^\\[the request failed: .*503.*; retry 1 in .*]$")
          .containsPattern(
              "(?m)^\\[openai-compatible/scripted failed: .*503.*; "
                  + "openai-compatible/second answers now]$")
          .containsOnlyOnce("openai-compatible/second")
          .containsOnlyOnce("retry 1");
      assertThat(events(desk, "provider_switch")).hasSize(1);
      assertThat(server.chats().getLast().body()).contains("\"model\":\"second\"");
    }
  }

  @Test
  void aFallbackThatIsNoModelIsAnErrorAtTheStart() {
    try (Desk desk = new Desk().set("WRIT_LLM_FALLBACK", "gpt-5")) {
      Desk.Ran ran = desk.set("WRIT_MODEL", "x").writ("run", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("llm.fallback: 'gpt-5' is not PROVIDER/MODEL");
    }
  }

  @Test
  void theResultSaysWhatTheRunCost() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.home.write(
          ".config/writ/models.json",
          """
          {"models": [{"provider": "openai-compatible", "model": "script*",
            "window": 8000, "max_output": 100,
            "price": {"input": 3, "cached_input": 0.3, "output": 15}}]}
          """);
      Json.Obj result = desk.ask(server, Dialect.OPENAI).writ("run", "--json", "Go").json();

      Json.Obj usage = result.object("usage");
      long micro =
          3 * usage.number("input").orElseThrow() + 15 * usage.number("output").orElseThrow();
      assertThat(micro).isPositive();
      assertThat(new BigDecimal(result.get("cost_usd").orElseThrow().write()))
          .isEqualByComparingTo(BigDecimal.valueOf(micro, 6));
    }
  }

  @Test
  void aCostThatIsNotKnownIsNull() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      Json.Obj result = desk.ask(server, Dialect.OPENAI).writ("run", "--json", "Go").json();
      assertThat(result.get("cost_usd")).contains(new Json.Null());
    }
  }

  @Test
  void aCostLimitThatCannotBeKeptEndsTheRunBeforeItIsSpent() {
    try (Desk desk = new Desk().set("WRIT_AGENT_MAX_COST_USD", "1.50");
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      Desk.Ran ran = desk.ask(server, Dialect.OPENAI).writ("run", "--json", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.LIMIT);
      assertThat(ran.json().text("message").orElse(""))
          .contains("agent.max_cost_usd", "models.yaml");
      assertThat(server.chats()).isEmpty();
    }
  }

  @Test
  void aWrongRowOfThePersonsFileIsAnErrorAtTheStart() {
    try (Desk desk = new Desk()) {
      desk.home.write(".config/writ/models.json", "{\"models\": [{\"provider\": \"x\"}]}");
      Desk.Ran ran = desk.set("WRIT_MODEL", "x").writ("run", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("models.json:1:", "row 1", "model: a text was expected");
    }
  }

  @Test
  void aProviderThatOnlyAProjectChoseGetsNoKey() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.workspace.write(
          ".writ.json", "{\"llm\": {\"provider\": \"openai\", \"model\": \"scripted\"}}");
      desk.set("WRIT_ENDPOINT", server.url() + "/v1").set("OPENAI_API_KEY", "sk-of-the-person-12");
      desk.set("WRIT_LLM_API_KEY", "sk-of-the-person-34");
      Desk.Ran ran = desk.writ("run", "Go");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(server.chats().getFirst().toString()).doesNotContain("sk-of-the-person");
    }
  }

  @Test
  void aModelThatIsNotThereIsRefusedAtOnceAndTheNearestIsNamed() {
    try (Desk desk = new Desk();
        ScriptedModelServer server =
            ScriptedModelServer.start(new ErrorStatus(404, "", "model 'scrypted' not found"))) {
      Desk.Ran ran = desk.ask(server, Dialect.OLLAMA).writ("run", "-m", "scrypted", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(server.chats()).hasSize(1);
      assertThat(ran.err()).contains("has no model 'scrypted' (did you mean scripted?)");
    }
  }

  @Test
  void aChatGoesOnWithAnotherModel() {
    try (Desk desk = new Desk();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer("First."), new PlainAnswer("Second."), new PlainAnswer("Third."))) {
      desk.home.write(
          ".config/writ/models.json",
          """
          {"models": [{"provider": "openai-compatible", "model": "small", "window": 10}]}
          """);
      desk.ask(server, Dialect.OPENAI);
      desk.input(
          """
          one
          /model
          /model small
          two
          /provider opneai
          /provider current
          /provider list
          /provider openai-compatible third
          three
          /quit
          """);
      Desk.Ran ran = desk.writ("chat");

      assertThat(ran.out())
          .contains("model: openai-compatible/scripted")
          .contains("[openai-compatible/scripted → openai-compatible/small]")
          .contains("does not fit the window of openai-compatible/small, 10 tokens")
          .contains("there is no provider 'opneai' (did you mean openai?)")
          .contains("provider: openai-compatible, model: small")
          .contains("mistral            https://api.mistral.ai/v1, key: set MISTRAL_API_KEY");
      assertThat(server.chats().get(1).body())
          .contains("\"model\":\"small\"", "First.", "one", "two");
      assertThat(server.chats().get(2).body()).contains("\"model\":\"third\"", "Second.");
      assertThat(events(desk, "provider_switch"))
          .hasSize(2)
          .allSatisfy(e -> assertThat(e.text("reason")).contains("command"));
    }
  }

  @Test
  void aProviderThatCannotBeOpenedLeavesThePresentOne() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.ask(server, Dialect.OPENAI).input("/provider replay\n/provider current\nGo\n/quit\n");
      Desk.Ran ran = desk.writ("chat");
      assertThat(ran.out())
          .contains("still openai-compatible/scripted: the provider replay needs --script FILE")
          .contains("provider: openai-compatible, model: scripted", "All done.");
    }
  }

  @Test
  void aPersonsOwnProviderIsOneLikeOthers() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.home.write(
          ".config/writ/providers.json",
          """
          {"providers": [{"name": "gateway", "endpoint": "%s/v1", "key": "GATEWAY_KEY"}]}
          """
              .formatted(server.url()));
      desk.set("GATEWAY_KEY", "key-of-the-gateway");
      Desk.Ran ran = desk.writ("run", "-p", "gateway", "-m", "scripted", "Go");

      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(server.chats().getFirst().headers().toString()).contains("key-of-the-gateway");
      desk.home.write(".config/writ/providers.json", "{\"providers\": [{\"nam\": \"x\"}]}");
      assertThat(desk.writ("run", "Go").err()).contains("providers.json: row 1: unknown field");
    }
  }
}
