// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.wire;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.Prompt;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.apple.AppleModel;
import dev.writ.wire.copilot.CopilotModel;
import dev.writ.wire.copilot.CopilotSites;
import dev.writ.wire.http.KeyHeader;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.Arguments;

/// The providers that speak over a wire, each of which has to keep all of the wire's discipline.
enum Spoken {
  OPENAI("openai-compatible", "/v1"),
  OLLAMA("ollama", ""),
  ANTHROPIC("anthropic", ""),
  RESPONSES("openai-responses", "/v1"),
  GEMINI("gemini", "/v1beta"),
  COPILOT("copilot", "/v1"),
  APPLE("apple", "/v1");

  /// The key that clients of tests have.
  static final SecretText KEY = new SecretText("sk-test-0123456789abcdef");

  /// A time-out that no passing test waits for.
  static final Duration LONG = Duration.ofSeconds(20);

  /// When it is in tests.
  static final Instant NOW = Instant.parse("2026-01-18T08:13:00Z");

  /// Something said and two calls made.
  static final PlainAnswer WORK =
      new PlainAnswer(
          "I look at both files, ä\uD83D\uDE00 first.",
          new ScriptedCall("read_file", "{\"path\":\"a directory/with a long name/a.txt\"}"),
          new ScriptedCall("read_file", "{\"path\":\"b.txt\",\"lines\":[1,2]}"));

  private static final Json.Obj SCHEMA =
      Json.object()
          .put("type", "object")
          .put(
              "properties",
              Json.object().put("path", Json.object().put("type", "string").build()).build())
          .build();

  private final String provider;
  private final String path;

  Spoken(String provider, String path) {
    this.provider = provider;
    this.path = path;
  }

  /// The provider's name.
  String provider() {
    return provider;
  }

  /// The header in which the provider expects its key, and what stands before the key.
  KeyHeader keyHeader() {
    return switch (this) {
      case OPENAI, OLLAMA, RESPONSES, COPILOT, APPLE -> KeyHeader.BEARER;
      case ANTHROPIC -> KeyHeader.named("x-api-key");
      case GEMINI -> KeyHeader.named("x-goog-api-key");
    };
  }

  /// Behind how many bytes of the answer [#WORK] something of its text has been said.
  int middle() {
    return switch (this) {
      case OPENAI, COPILOT, APPLE -> 400;
      case OLLAMA -> 150;
      case ANTHROPIC -> 620;
      case RESPONSES -> 900;
      case GEMINI -> 200;
    };
  }

  /// How many questions it asks before its first chat request: for a token, for a list of models.
  int questionsBefore() {
    return switch (this) {
      case OPENAI, OLLAMA, ANTHROPIC, RESPONSES, GEMINI -> 0;
      case COPILOT, APPLE -> 1;
    };
  }

  /// What a server of the wire answers such a question with; empty where a request is none.
  static Optional<String> answerBefore(String request) {
    if (request.startsWith("GET ") && request.contains("/copilot_internal/v2/token ")) {
      return Optional.of(canned("404 Not Found", "{}"));
    }
    return request.startsWith("GET ") && request.contains("/v1/models ")
        ? Optional.of(canned("200 OK", "{\"data\":[{\"id\":\"scripted\"}]}"))
        : Optional.empty();
  }

  private static String canned(String status, String body) {
    return "HTTP/1.1 "
        + status
        + "\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
        + body;
  }

  /// What a person is told to do about a key that is not accepted.
  String remedy() {
    return switch (this) {
      case OLLAMA -> "set a valid key in OLLAMA_API_KEY";
      case ANTHROPIC -> "set a valid key in ANTHROPIC_API_KEY";
      case GEMINI -> "set a valid key in GEMINI_API_KEY";
      case OPENAI, RESPONSES -> "set a valid key in WRIT_LLM_API_KEY";
      case COPILOT -> "sign in again, or put a valid token into GITHUB_TOKEN";
      case APPLE -> "set llm.endpoint to the bridge's address and llm.api_key to its token";
    };
  }

  /// The provider of this wire that is tuned in tests, at that address, without a key where it
  /// needs none.
  Model tuned(String url, RequestTuning tuning) {
    return this == OPENAI
        ? made(new ProviderSettings("openai", "m", url, null, tuning, network(LONG)))
        : open(url, network(LONG), this == COPILOT ? KEY : null, tuning);
  }

  /// Every combination of a wire with one of these.
  static Stream<Arguments> with(Object... others) {
    return Stream.of(values())
        .flatMap(spoken -> Stream.of(others).map(other -> Arguments.of(spoken, other)));
  }

  /// A client of that server.
  Model open(ScriptedModelServer server) {
    return open(server.url(), network(LONG));
  }

  /// A client of that address.
  Model open(String url, NetworkSettings network) {
    return open(url, network, KEY, RequestTuning.NONE);
  }

  /// A client of that address with that key.
  Model open(String url, NetworkSettings network, @Nullable SecretText key, RequestTuning tuning) {
    ModelId id = new ModelId(provider, "scripted");
    String address = url + path;
    return switch (this) {
      case COPILOT ->
          new CopilotModel(id, new CopilotSites(url, url, address), network, key, tuning, _ -> {});
      case APPLE -> new AppleModel(id, address, network, key, tuning, "Mac OS X");
      case OPENAI, OLLAMA, ANTHROPIC, RESPONSES, GEMINI ->
          made(new ProviderSettings(provider, "scripted", address, key, tuning, network));
    };
  }

  private static Model made(ProviderSettings settings) {
    try {
      return ProviderFactory.open(settings);
    } catch (ProviderException e) {
      throw new AssertionError(e);
    }
  }

  /// A network without proxies, with that idle time-out.
  static NetworkSettings network(Duration idle) {
    return NetworkSettings.plain(InstantSource.fixed(NOW)).withIdle(idle);
  }

  /// A first request.
  static Prompt prompt() {
    return new Prompt(
        "You are Writ.",
        List.of(new ToolDefinition("read_file", "Reads a file.", SCHEMA)),
        List.of(new Message.User("What is in a.txt?")));
  }

  /// The request that follows upon an answer with calls.
  static Prompt after(Message.Assistant said) {
    List<Message> messages = new java.util.ArrayList<>(prompt().messages());
    messages.add(said);
    for (ToolCall call : said.calls()) {
      messages.add(new Message.CallResult(call.id(), call.tool(), "contents", true));
    }
    return new Prompt(prompt().system(), prompt().tools(), messages);
  }

  /// Asks with the first request.
  static ModelReply ask(Model model) throws InterruptedException {
    return ask(model, _ -> {});
  }

  /// Asks with the first request.
  static ModelReply ask(Model model, Consumer<AnswerDelta> deltas) throws InterruptedException {
    return model.reply(prompt(), deltas::accept);
  }
}
