// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelAbility;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningBlock;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.testkit.StubPlugin;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The wire's discipline for a program in another language.
final class PluginModelTest {
  private static final SecretText KEY = new SecretText("sk-test-0123456789abcdef");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(1500);

  /// How many events the stub's usual answer has: pieces of text, two calls, its end.
  private static final int EVENTS = 5;

  private static final Prompt PROMPT =
      new Prompt(
          "You are Writ.",
          List.of(
              new ToolDefinition(
                  "read_file", "Reads a file.", Json.object().put("type", "object").build())),
          List.of(new Message.User("What is in a.txt?")));

  @TempDir Path home;

  @BeforeEach
  void needsPython() {
    Assumptions.assumeTrue(StubPlugin.isAvailable(), "no python3");
  }

  private PluginModel stub(Duration idle, String... behaviour) {
    Map<String, String> environment =
        Map.of(
            "HOME", home.toString(),
            "PATH", "/usr/bin:/bin",
            "STUB_SECRET", "hidden-value-of-mine",
            "OPENAI_API_KEY", "sk-of-another-provider",
            "LD_PRELOAD", "/nowhere.so");
    return new PluginModel(
        new ModelId("stub", "m"),
        new PluginCommand(StubPlugin.command(home, behaviour), List.of("STUB_SECRET")),
        NetworkSettings.plain(InstantSource.system()).withIdle(idle).withEnvironment(environment),
        KEY,
        RequestTuning.NONE,
        new KeyRemedy("set a valid key in STUB_KEY"));
  }

  private static ModelReply ask(PluginModel model) throws InterruptedException {
    try (AutoCloseable _ = model::close) {
      return model.reply(PROMPT, _ -> {});
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static ModelReply.Complete complete(ModelReply reply) {
    assertThat(reply).isInstanceOf(ModelReply.Complete.class);
    return (ModelReply.Complete) reply;
  }

  private static ProviderError trouble(ModelReply reply) {
    assertThat(reply).isInstanceOf(ModelReply.FailedReply.class);
    ProviderError trouble = ((ModelReply.FailedReply) reply).trouble();
    assertThat(trouble.message())
        .isNotBlank()
        .doesNotContain(KEY.value(), "hidden-value-of-mine", "\u001b");
    return trouble;
  }

  /// A project may have files with the names of an interpreter's modules.
  @Test
  void itIsNotStartedInTheProject() throws Exception {
    PluginModel model =
        new PluginModel(
            new ModelId("stub", "m"),
            new PluginCommand(List.of("/bin/sh", "-c", "pwd >&2"), List.of()),
            NetworkSettings.plain(InstantSource.system()).withIdle(LONG),
            null,
            RequestTuning.NONE,
            new KeyRemedy("set a valid key in STUB_KEY"));
    assertThat(trouble(ask(model)).message()).endsWith("(exit code 0): /");
  }

  @ParameterizedTest
  @ValueSource(strings = {"good", "drip", "twoends"})
  void anAnswerIsReadWhole(String behaviour) throws Exception {
    ModelReply.Complete reply = complete(ask(stub(LONG, behaviour)));
    assertThat(reply.message().text()).isEqualTo("I look at both files, ä\uD83D\uDE00 first.");
    assertThat(reply.message().calls().stream().map(ToolCall::arguments))
        .containsExactly(
            "{\"path\":\"a directory/with a long name/a.txt\"}",
            "{\"path\":\"b.txt\",\"lines\":[1,2]}");
    assertThat(reply.usage()).isEqualTo(new TokenUsage(100, 20, 0, 0, 0));
    assertThat(reply.finish()).isEqualTo(FinishReason.CALLS);
  }

  @Test
  void oneProcessAnswersOneRequestAfterTheOther() throws Exception {
    PluginModel model = stub(LONG, "twoends");
    assertThat(model.capabilities())
        .isEqualTo(
            new ModelCapabilities(
                64000,
                4000,
                Set.of(ModelAbility.VISION, ModelAbility.PARALLEL_CALLS),
                Set.of(ModelAbility.REASONING)));
    for (int i = 0; i < 3; i++) {
      assertThat(complete(model.reply(PROMPT, _ -> {})).message().calls()).hasSize(2);
    }
    assertThat(((ModelListing.ListedModels) model.models()).entries())
        .extracting(ModelListing.Entry::name)
        .containsExactly("stub", "other");
    model.close();
  }

  @Test
  void theRequestIsThatOfTheProtocol() throws Exception {
    PluginModel model = stub(LONG, "request");
    Prompt prompt =
        new Prompt(
            "System.",
            PROMPT.tools(),
            List.of(
                new Message.User("Look.", List.of(new PersonImage("image/png", "iVBORw0KGgo="))),
                new Message.Assistant(
                    "I do.",
                    List.of(
                        new ReasoningBlock("stub", "thought", "Hm.", "c2ln", 0, 0),
                        ReasoningBlock.plain("another", "not yours")),
                    List.of(new ToolCall("c1", "read_file", "{\"path\":\"a\"}"))),
                new Message.CallResult("c1", "read_file", "contents", true)));
    String text = complete(model.reply(prompt, _ -> {})).message().text();
    model.close();
    assertThat(JsonReader.read(text))
        .isEqualTo(
            JsonReader.read(
                """
                {"effort":"default","id":1,"messages":[
                  {"images":[{"data":"iVBORw0KGgo=","media_type":"image/png"}],"role":"user","text":"Look."},
                  {"calls":[{"arguments":{"path":"a"},"call_id":"c1","tool":"read_file"}],
                   "reasoning":[{"kind":"thought","signature":"c2ln","text":"Hm."}],
                   "role":"assistant","text":"I do."},
                  {"call_id":"c1","role":"tool","success":true,"text":"contents","tool":"read_file"}],
                 "model":"m","system":"System.",
                 "tools":[{"description":"Reads a file.","name":"read_file","parameters":{"type":"object"}}],
                 "type":"request"}
                """));
  }

  @Test
  void nothingOfACutAnswerCounts() throws Exception {
    for (int events = 0; events < EVENTS; events++) {
      for (String half : new String[] {"", "_half"}) {
        ProviderError trouble = trouble(ask(stub(LONG, "cut_" + events + half)));
        assertThat(trouble.kind())
            .as("behind %s events%s", events, half)
            .isEqualTo(ProviderErrorKind.CUT);
        assertThat(trouble.message())
            .isEqualTo("the plug-in stub ended before its answer was complete (exit code 3)");
      }
    }
    assertThat(ask(stub(LONG, "cut_" + EVENTS))).isInstanceOf(ModelReply.Complete.class);
  }

  @Test
  void anErrorEndsTheAnswerWhereverItComes() throws Exception {
    for (int events = 0; events < EVENTS; events++) {
      ProviderError trouble = trouble(ask(stub(LONG, "error_" + events)));
      assertThat(trouble)
          .isEqualTo(
              new ProviderError(
                  ProviderErrorKind.SERVER_ERROR, "the plug-in stub: the engine fell over"));
    }
  }

  @Test
  void cancellationEndsTheProcessAtEveryPlace() throws Exception {
    for (int events = 0; events < EVENTS; events++) {
      for (String half : new String[] {"", "_half"}) {
        cancel(stub(LONG, "stall_" + events + half), events);
      }
    }
    cancel(stub(LONG, "mute"), 0);
  }

  private static void cancel(PluginModel model, int events) throws Exception {
    AtomicReference<Object> outcome = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(events);
    Thread asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    outcome.set(model.reply(PROMPT, _ -> begun.countDown()));
                  } catch (InterruptedException e) {
                    outcome.set(e);
                  }
                });
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    Optional<ProcessHandle> process = process();
    asking.interrupt();
    assertThat(asking.join(Duration.ofSeconds(60))).isTrue();
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    if (process.isPresent()) {
      process.get().onExit().get(60, TimeUnit.SECONDS);
    }
    model.close();
  }

  /// A child of this process, which may not have been started yet.
  private static Optional<ProcessHandle> process() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains("plugin.py"))
        .findFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "garbage|MALFORMED|the plug-in stub sent a line that is not a JSON object",
        "html|MALFORMED|the plug-in stub sent a line that is not a JSON object",
        "null|MALFORMED|the plug-in stub sent a line that is not a JSON object",
        "unknown|MALFORMED|the plug-in stub sent an event of the unknown type “surprise”",
        "badfinish|MALFORMED|the plug-in stub sent the unknown end “maybe”",
        "wrongid|MALFORMED|the plug-in stub sent an event with an unknown request number",
        "empty|MALFORMED|the model's answer is empty",
        "endless|MALFORMED|the plug-in stub sent a line of more than 8388608 bytes",
        "flood|MALFORMED|the plug-in stub sent more than 4194304 characters of reasoning",
        "notices|MALFORMED|the plug-in stub sent more than 20 notices",
        "echo|UNAUTHORISED|the plug-in stub: wrong key ••• for ••• [31m; set a valid key in"
            + " STUB_KEY",
        "unready|MALFORMED|the plug-in stub sent an event other than “ready” at its beginning",
        "foreign|REJECTED|the plug-in stub speaks version 2 of the protocol; this Writ speaks 1",
        "crash|REJECTED|the plug-in stub ended before it was ready (exit code 1): cannot find my"
            + " engine",
        "failed_rejected|REJECTED|the plug-in stub: so it is",
        "failed_context_too_long|CONTEXT_TOO_LONG|the plug-in stub: so it is",
        "failed_whatever|SERVER_ERROR|the plug-in stub: so it is"
      })
  void badAnswersAreNeverASuccess(String behaviour, ProviderErrorKind kind, String message)
      throws Exception {
    ProviderError trouble = trouble(ask(stub(LONG, behaviour)));
    assertThat(trouble.kind()).isEqualTo(kind);
    assertThat(trouble.message()).isEqualTo(message);
  }

  @Test
  void aWaitIsHonoured() throws Exception {
    assertThat(trouble(ask(stub(LONG, "failed_rate_limited"))))
        .isEqualTo(
            new ProviderError(
                ProviderErrorKind.RATE_LIMITED,
                "the plug-in stub: so it is",
                Duration.ofSeconds(7)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mute", "stall_0", "stall_2", "stall_3_half", "noise"})
  void silenceEndsTheRequest(String behaviour) throws Exception {
    ProviderError trouble = trouble(ask(stub(SHORT, behaviour)));
    assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.TIMEOUT);
    assertThat(trouble.message()).startsWith("the plug-in stub sent no");
  }

  @Test
  void whatItComplainsOfIsShownAtItsEndWithoutSecrets() throws Exception {
    ProviderError trouble = trouble(ask(stub(LONG, "stderr")));
    assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.CUT);
    assertThat(trouble.message())
        .startsWith("the plug-in stub ended before its answer was complete (exit code 3): x")
        .endsWith("x Traceback: my key is •••");
    assertThat(trouble.message().length()).isLessThan(700);
  }

  @Test
  void aHugeEventAndBytesThatAreNoTextAreRead() throws Exception {
    ModelReply.Complete huge = complete(ask(stub(LONG, "huge")));
    assertThat(huge.message().text().length()).isEqualTo(1_000_000);
    assertThat(huge.usage()).isEqualTo(TokenUsage.NONE);
    assertThat(complete(ask(stub(LONG, "utf8"))).message().text()).isEqualTo("A \uFFFD( broken.");
  }

  @Test
  void itsEnvironmentIsClean() throws Exception {
    String text = complete(ask(stub(LONG, "environment"))).message().text();
    Json.Obj environment = JsonReader.readObject(text);
    assertThat(environment.members().keySet())
        .containsExactlyInAnyOrder("HOME", "PATH", "STUB_SECRET", "WRIT_GOVERNED", "LC_CTYPE");
    assertThat(text).doesNotContain(KEY.value(), "sk-of-another-provider");
  }

  @Test
  void aModelWithoutToolsGetsThemInThePrompt() throws Exception {
    ModelReply.Complete reply = complete(ask(stub(LONG, "toolless")));
    assertThat(reply.message().calls())
        .extracting(ToolCall::arguments)
        .containsExactly("{\"path\":\"0\"}"); // the stub says how many tools it was sent
  }

  @Test
  void aProgramThatIsNotThereIsSaidSo() throws Exception {
    PluginModel model =
        new PluginModel(
            new ModelId("stub", "m"),
            new PluginCommand(List.of("/nowhere/plugin"), List.of()),
            NetworkSettings.plain(InstantSource.system()),
            null,
            RequestTuning.NONE,
            new KeyRemedy("", /* demandsKey= */ false));
    ProviderError trouble = trouble(ask(model));
    assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.REJECTED);
    assertThat(trouble.message()).contains("the plug-in stub", "/nowhere/plugin");
  }

  /// A plug-in that notices nothing dies all the same when the program that started it is killed.
  @Test
  void itDiesWithItsProgram() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv");
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                PluginParent.class.getName(),
                home.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var lines = parent.inputReader()) {
      ProcessHandle plugin = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
      assertThat(plugin.isAlive()).isTrue();
      parent.destroyForcibly();
      assertThat(plugin.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    } finally {
      parent.destroyForcibly();
    }
  }

  /// A program that starts a plug-in, prints its number and stays.
  static final class PluginParent {
    private PluginParent() {}

    public static void main(String[] arguments) throws Exception {
      PluginProcess process =
          PluginProcess.start(StubPlugin.command(Path.of(arguments[0]), "pid"), Map.of());
      process.send("{\"type\":\"request\",\"id\":1}");
      if (process.next(LONG) instanceof PluginProcess.Delivery.DeliveredLine(String line)) {
        System.out.println(JsonReader.readObject(line).text("text").orElseThrow());
      }
      var _ = System.in.read(); // as long as whoever started it is there
    }
  }
}
