// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.Desk.Dialect;
import dev.writ.app.process.ExitCode;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What a person set wrongly ends a run at once, with the words that mend it.
class BadModelSettingsTest {
  private static final PlainAnswer DONE = new PlainAnswer("All done.");

  private static String message(Desk.Ran ran) {
    return ran.json().text("message").orElse("");
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void aSpentQuotaIsAskedOnce(Dialect dialect) {
    try (Desk desk = new Desk();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                new ErrorStatus(429, "1", "insufficient_quota: you have no credit left"), DONE)) {
      Desk.Ran ran = desk.ask(server, dialect).writ("run", "--json", "Go");

      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(ran.json().text("error_code")).contains("PROVIDER_ERROR");
      assertThat(message(ran))
          .isEqualTo(
              server.url()
                  + " answered 429: insufficient_quota: you have no credit left; waiting does not"
                  + " help: check your plan and billing with the provider");
      assertThat(server.chats()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'sk-one\nsk-two', has a line end in it",
    "'\"sk-one-two\"', has quotation marks in it"
  })
  void aKeyThatIsNoneIsNamedWithItsVariable(String key, String defect) {
    try (Desk desk = new Desk().set("OPENAI_API_KEY", key);
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.set("WRIT_PROVIDER", "openai").set("WRIT_MODEL", "scripted");
      desk.set("WRIT_ENDPOINT", server.url() + "/v1");
      Desk.Ran ran = desk.writ("run", "--json", "Go");

      assertThat(ran.json().text("error_code")).contains("PROVIDER_UNAUTHORISED");
      assertThat(message(ran))
          .isEqualTo("the key for 127.0.0.1 " + defect + "; set a valid key in OPENAI_API_KEY");
      assertThat(ran.toString()).doesNotContain("sk-one");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void anAddressWithTheRequestsPathIsRefusedAtTheStart() {
    try (Desk desk = new Desk()) {
      Desk.Ran ran =
          desk.writ(
              "run",
              "-p",
              "openai-compatible",
              "-m",
              "m",
              "--endpoint",
              "http://localhost:9/v1/chat/completions",
              "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .contains(
              "--endpoint or llm.endpoint: 'http://localhost:9/v1/chat/completions' ends in"
                  + " /chat/completions, which Writ adds itself; write http://localhost:9/v1\n");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Dialect.class,
      names = {"OLLAMA", "OPENAI", "RESPONSES"})
  void theNearestModelThatIsThereIsNamed(Dialect dialect) {
    try (Desk desk = new Desk();
        ScriptedModelServer server =
            ScriptedModelServer.start(new ErrorStatus(404, "", "model 'scrypted' not found"))) {
      Desk.Ran ran = desk.ask(server, dialect).writ("run", "-m", "scrypted", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(ran.err())
          .matches(
              "writ: PROVIDER_ERROR: \\Q"
                  + server.url()
                  + "\\E answered 404: model 'scrypted' not found\n"
                  + "  Read the provider's message; check model and endpoint\n"
                  + "  [a-z-]+ has no model 'scrypted' \\(did you mean scripted\\?\\); it has"
                  + " scripted\n");
      assertThat(server.chats()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"models\": [{\"provider\": \"x\"}]}|13: row 1, model: a text was expected",
        "{\"models\": [{\"provider\": \"x\", \"model\": \"m\", \"price\": {\"input\": -1}}]}|64:"
            + " row 1 (x/m), input: US dollars per million tokens were expected, from 0 to 100000,"
            + " such as 2.5, with six decimals at most",
        "{\"models\": [{\"provider\": \"x\", \"model\": \"m\", \"windw\": 8}]}|54: row 1 (x/m),"
            + " windw: unknown field; there are abilities, date, long_price, max_output, model,"
            + " note, price, provider, source, until, window"
      })
  void aWrongRowOfThePriceFileIsNamed(String file, String message) {
    try (Desk desk = new Desk()) {
      desk.home.write(".config/writ/models.json", file);
      Desk.Ran ran = desk.set("WRIT_MODEL", "x").writ("run", "Go");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err())
          .isEqualTo(
              "writ: " + desk.home.path(".config/writ/models.json") + ":1:" + message + "\n");
    }
  }
}
