// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.Desk.Dialect;
import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/// The findings of `writ doctor`, and its remedies.
class DoctorTest {
  private static final PlainAnswer DONE = new PlainAnswer("Done.");

  private static String nowhere() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + taken.getLocalPort();
    }
  }

  private static void fails(Desk desk, String... words) {
    Desk.Ran ran = desk.writ("doctor");
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.out()).contains(words);
  }

  @Test
  void asksTheProviderForItsModelsAndSendsNoMessage() {
    for (Dialect dialect : new Dialect[] {Dialect.OLLAMA, Dialect.OPENAI}) {
      try (Desk desk = new Desk();
          ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
        Desk.Ran ran = desk.ask(server, dialect).writ("doctor");
        assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
        assertThat(ran.out()).contains("/scripted at " + server.url()).contains(" answers");
        assertThat(ran.out().contains("takes tools")).isEqualTo(dialect == Dialect.OLLAMA);
        assertThat(server.requests()).isNotEmpty();
        assertThat(server.chats()).isEmpty();
      }
    }
  }

  @Test
  void namesTheModelsWhereTheConfiguredOneIsMissing() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.ask(server, Dialect.OPENAI).set("WRIT_MODEL", "scriptet");
      fails(desk, "fail  ", "has no model 'scriptet' (did you mean scripted?)", "-m or WRIT_MODEL");
    }
  }

  @Test
  void saysWhatAsksBeforeAndAfterInit() {
    try (Desk desk = new Desk()) {
      assertThat(desk.writ("doctor").out())
          .contains(
              "ok    nothing is granted yet: writ chat asks about each change and each command;"
                  + " writ run changes files by itself");
      assertThat(desk.writ("init", "--yes").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("doctor").out())
          .contains("; commands whose effects stay in this folder run without asking\n");
    }
  }

  @Test
  void saysWhatToStartWhereNothingListens() throws IOException {
    try (Desk desk = new Desk()) {
      String address = nowhere();
      desk.set("WRIT_PROVIDER", "openai-compatible").set("WRIT_MODEL", "m");
      fails(
          desk.set("WRIT_ENDPOINT", address),
          "fail  model openai-compatible/m was not reached",
          "Start the server at " + address);
      fails(desk.set("WRIT_PROVIDER", "ollama"), "Start it with: ollama serve");
    }
  }

  @Test
  void namesTheOptionTheKeyAndTheVariableThatAreMissing() {
    try (Desk desk = new Desk().set("WRIT_MODEL", "m")) {
      fails(desk.set("WRIT_PROVIDER", "openaj"), "'openaj' (did you mean openai?)", "-p NAME");
      fails(
          desk.set("WRIT_PROVIDER", "openai-compatible"),
          "fail  model: the provider openai-compatible has no usual address",
          "--endpoint URL");
      fails(
          desk.set("WRIT_PROVIDER", "openai"),
          "fail  model openai/m: OPENAI_API_KEY is not set",
          "writ auth login openai");
    }
  }

  @Test
  void reportsBrokenFilesWithTheirPlace() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.ask(server, Dialect.OPENAI);
      desk.workspace.write(
          ".writ/project.yaml", "authority:\n  level: observe\n  alowed_tools: []\n");
      fails(desk, "fail  .writ/project.yaml:3:", "alowed_tools", "writ trust");
      desk.workspace.write(".writ/config.yaml", "llm: [\n");
      fails(desk, "fail  configuration: ", "config.yaml:");
    }
  }

  @Test
  void printsTheSameAsData() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      Desk.Ran ran =
          desk.ask(server, Dialect.OPENAI).set("WRIT_MODEL", "other").writ("doctor", "--json");
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.json().get("ok")).contains(new Json.Bool(false));
      assertThat(ran.json().items("checks"))
          .extracting(check -> ((Json.Obj) check).text("check").orElse(""))
          .contains("platform", "model", "ledger", "authority", "sandbox");
      assertThat(ran.json().write()).contains("\"level\":\"fail\",\"check\":\"model\"");
    }
  }

  @Test
  void keepsTheSandboxToOneLineUnlessMoreIsWanted() {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.ask(server, Dialect.OPENAI);
      assertThat(desk.writ("doctor").out().lines().filter(line -> line.contains("sandbox")))
          .hasSize(1);
      assertThat(desk.writ("doctor", "-v").out()).contains("forbidden acts were tried");
    }
  }
}
