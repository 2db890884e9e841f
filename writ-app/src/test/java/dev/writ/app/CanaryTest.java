// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.testkit.PrivateKeyring;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.StubPlugin;
import dev.writ.wire.ProviderFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A key in every place at once, and then a look for any of them in everything that a session
/// prints, writes, sends and starts.
@Tag("slow")
class CanaryTest {
  private static final String CANARY = "kanarienvogel-";

  /// The beginning of a key that is long enough to be taken for one.
  private static String key(String place) {
    return CANARY + place.toLowerCase(java.util.Locale.ROOT).replace('_', '-') + "-7f3a9c51d2e8";
  }

  /// The files in which nothing but a planted key may be.
  private static final Set<String> PLANTED = Set.of("planted.json");

  private static final ScriptTurn ACTS =
      new PlainAnswer(
          "",
          new ScriptedCall("run_command", "{\"command\":\"env\"}"),
          new ScriptedCall("write_file", "{\"path\":\"a.txt\",\"content\":\"x\"}"));

  private static Desk planted() {
    Desk desk = new Desk().set("PATH", "/usr/bin:/bin");
    for (String provider : ProviderFactory.known()) {
      ProviderFactory.keyVariable(provider).ifPresent(name -> desk.set(name, key(name)));
    }
    return desk.set("WRIT_PASSPHRASE", key("passphrase"));
  }

  private static List<String> files(Desk desk) {
    List<String> found = new ArrayList<>();
    for (Path root : List.of(desk.home.root(), desk.workspace.root())) {
      for (Path file : Desk.files(root)) {
        String name = root.relativize(file).toString();
        try {
          String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
          if (!PLANTED.contains(name) && bytes.contains(CANARY)) {
            found.add(name);
          }
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    }
    return found;
  }

  /// Everything that can be printed of a session.
  private static List<Desk.Ran> looks(Desk desk) {
    String session = desk.session().getFirst().text("id").orElseThrow();
    List<Desk.Ran> runs = new ArrayList<>();
    for (String format : List.of("markdown", "html", "json")) {
      runs.add(desk.writ("sessions", "export", session, "--format", format));
      assertThat(runs.getLast().exit()).isEqualTo(ExitCode.DONE);
    }
    runs.add(desk.writ("sessions", "show", session, "--json"));
    runs.add(desk.writ("sessions", "list", "--json"));
    runs.add(desk.writ("config", "show", "--origin"));
    runs.add(desk.writ("config", "show", "--json"));
    runs.add(desk.writ("config", "get", "llm.api_key"));
    runs.add(desk.writ("auth", "status", "--json"));
    runs.add(desk.writ("models", "--json"));
    runs.add(desk.writ("doctor", "--json", "--verbose"));
    runs.add(desk.writ("trace", "show", "--json"));
    runs.add(desk.writ("trace", "export"));
    runs.add(desk.writ("audit", "show", "--json", "--long"));
    runs.add(desk.writ("tools", "call", "run_command", "--args", "{\"command\":\"env\"}"));
    assertThat(runs).as("they show something").noneMatch(ran -> ran.exit() == ExitCode.USAGE);
    return runs;
  }

  private static Desk.Ran act(Desk desk, String... model) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "run",
                "--output",
                "stream-json",
                "--execution",
                "full_autonomous",
                "--allow-dangerous",
                "--no-sandbox",
                "--record",
                "script.json"));
    line.addAll(List.of(model));
    line.add("Go");
    return desk.writ(line.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, '', ANTHROPIC_API_KEY",
    "openai, /v1, OPENAI_API_KEY",
    "gemini, /v1beta, GEMINI_API_KEY",
    "mistral, /v1, MISTRAL_API_KEY",
    "deepseek, /v1, DEEPSEEK_API_KEY",
    "ollama, '', OLLAMA_API_KEY"
  })
  void aProviderGetsItsOwnKeyAndNobodyElseAny(String provider, String path, String variable) {
    FaultyAnswer echo = new FaultyAnswer(AnswerFault.ECHO_KEY, 0, new PlainAnswer("Hi."));
    FaultyAnswer broken = new FaultyAnswer(AnswerFault.ERROR_EVENT, 0, new PlainAnswer("Hi."));
    try (Desk desk = planted();
        ScriptedModelServer server =
            ScriptedModelServer.start(ACTS, broken, new PlainAnswer("All done."), echo)) {
      desk.set("WRIT_ENDPOINT", server.url() + path).set("WRIT_PROVIDER", provider);
      desk.set("WRIT_MODEL", "scripted");
      List<Desk.Ran> runs = new ArrayList<>();
      Desk.Ran acted = act(desk);
      assertThat(acted.exit()).as(acted.toString()).isEqualTo(ExitCode.DONE);
      runs.add(acted);
      runs.addAll(looks(desk));
      runs.add(desk.input("Go on\n/provider list\n/effort\n/quit\n").writ("chat"));

      assertThat(server.chats())
          .hasSize(4)
          .allSatisfy(
              chat -> {
                assertThat(chat.headers().toString()).contains(key(variable));
                assertThat(chat.headers().toString().replace(key(variable), ""))
                    .doesNotContain(CANARY);
                assertThat(chat.body() + chat.path()).doesNotContain(CANARY);
              });
      assertThat(runs).noneMatch(ran -> ran.toString().contains(CANARY));
      assertThat(files(desk)).isEmpty();
    }
  }

  /// A server tells the key that it was sent wherever an answer has a place for a text, as it is,
  /// in pieces and in Base64: neither a screen nor a record shows eight characters of it.
  @ParameterizedTest
  @CsvSource({
    "anthropic, '', ANTHROPIC_API_KEY",
    "openai, /v1, OPENAI_API_KEY",
    "openai-responses, /v1, WRIT_LLM_API_KEY",
    "gemini, /v1beta, GEMINI_API_KEY",
    "ollama, '', OLLAMA_API_KEY"
  })
  void aKeyThatAnAnswerRepeatsIsMasked(String provider, String path, String variable) {
    String key = key(variable);
    String coded =
        Base64.getEncoder().encodeToString(("me:" + key).getBytes(StandardCharsets.UTF_8));
    PlainAnswer echo =
        new PlainAnswer(
            "Your key is " + key + ", or " + key.substring(9) + "; Basic " + coded + ".",
            "I think of " + key,
            List.of(
                new ScriptedCall(
                    "write_file",
                    Json.object().put("path", "leak.txt").put("content", key).build().write(),
                    key),
                new ScriptedCall(key, "{}")),
            "",
            StatedUsage.DEFAULT);
    try (Desk desk = planted().set(variable, key);
        ScriptedModelServer server =
            ScriptedModelServer.start(
                echo,
                new FaultyAnswer(
                    AnswerFault.BYTE_BY_BYTE, 0, new PlainAnswer("It is " + key + "!")))) {
      desk.set("WRIT_ENDPOINT", server.url() + path).set("WRIT_PROVIDER", provider);
      desk.set("WRIT_MODEL", "scripted");
      List<Desk.Ran> runs = new ArrayList<>(List.of(act(desk)));
      runs.addAll(looks(desk));
      assertThat(server.chats()).hasSize(2);
      assertThat(server.chats().getFirst().headers().toString()).contains(key);
      assertThat(desk.workspace.path("leak.txt")).doesNotExist();
      for (String secret : List.of(key, coded)) {
        for (int i = 0; i + 12 <= secret.length(); i++) {
          String part = secret.substring(i, i + 12);
          assertThat(runs).noneMatch(ran -> ran.toString().contains(part));
        }
      }
      assertThat(server.chats().getLast().body()).doesNotContain(key, key.substring(9));
      assertThat(files(desk)).isEmpty();
    }
  }

  @Test
  void aKeyOfTheKeyringStaysThere() throws IOException {
    Assumptions.assumeTrue(PrivateKeyring.hasKeyring(), "no gnome-keyring-daemon");
    try (Desk desk = new Desk().set("PATH", "/usr/bin:/bin");
        ScriptedModelServer server = ScriptedModelServer.start(ACTS, new PlainAnswer("All done."));
        PrivateKeyring keyring = PrivateKeyring.start(desk.home.root())) {
      keyring.startKeyring(/* unlocked= */ true);
      keyring.environment().forEach(desk::set);
      desk.input(key("keyring") + "\n");
      Desk.Ran login = desk.writ("auth", "login", "openai");
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (login.exit() != ExitCode.DONE && System.nanoTime() < until) {
        login = desk.writ("auth", "login", "openai"); // its name comes a moment later
      }
      assertThat(login.exit()).as(login.toString()).isEqualTo(ExitCode.DONE);
      desk.input("");
      desk.set("WRIT_ENDPOINT", server.url() + "/v1").set("WRIT_PROVIDER", "openai");
      desk.set("WRIT_MODEL", "scripted");
      List<Desk.Ran> runs = new ArrayList<>(List.of(login, act(desk)));
      runs.addAll(looks(desk));

      assertThat(server.chats()).hasSize(2);
      assertThat(server.chats().getFirst().headers().toString()).contains(key("keyring"));
      assertThat(server.chats()).noneMatch(chat -> chat.body().contains(CANARY));
      assertThat(runs).noneMatch(ran -> ran.toString().contains(CANARY));
      assertThat(files(desk)).isEmpty();
    }
  }

  /// A plug-in hears its own key over its standard input, and has none in its environment.
  @ParameterizedTest
  @CsvSource({"environment, DONE", "echo, PROVIDER", "stderr, PROVIDER"})
  void aPlugInsKeyIsNowhereElse(String behaviour, ExitCode exit) {
    Assumptions.assumeTrue(StubPlugin.isAvailable(), "no python3");
    try (Desk desk = planted().set("STUB_KEY", key("stub")).set("STUB_SECRET", key("secret"))) {
      Json words = Json.texts(StubPlugin.command(desk.home.root(), behaviour));
      desk.home.write(
          ".config/writ/providers.json",
          "{\"providers\": [{\"name\": \"stub\", \"wire\": \"plug-in\", \"key\": \"STUB_KEY\","
              + " \"environment\": [\"STUB_OTHER\"], \"command\": "
              + words.write()
              + "}]}");
      desk.set("STUB_OTHER", "something harmless");
      List<Desk.Ran> runs = new ArrayList<>();
      Desk.Ran acted = act(desk, "-p", "stub", "-m", "m");
      assertThat(acted.exit()).as(acted.toString()).isEqualTo(exit);
      runs.add(acted);
      runs.addAll(looks(desk));
      assertThat(runs).noneMatch(ran -> ran.toString().contains(CANARY));
      assertThat(files(desk)).isEmpty();
    }
  }
}
