// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.SignInResult;
import dev.writ.wire.Answering;
import dev.writ.wire.Answering.Answer;
import dev.writ.wire.Answering.Request;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CopilotModelTest {
  private static final Instant NOW = Instant.parse("2026-01-18T08:13:00Z");
  private static final Prompt PROMPT = new Prompt("", List.of(), List.of(new Message.User("Hi")));
  private static final String SAID =
      "{\"choices\":[{\"delta\":{\"content\":\"Hi.\"},\"finish_reason\":\"stop\"}]}";

  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final List<Duration> pauses = new ArrayList<>();

  private CopilotModel copilot(
      Answering server, String credential, Map<String, String> environment) {
    NetworkSettings network =
        new NetworkSettings(
            environment,
            List.of(),
            Set.of(),
            NetworkSettings.DEFAULT_CONNECT,
            Duration.ofSeconds(20),
            now::get);
    return new CopilotModel(
        new ModelId("copilot", "gpt-5"),
        new CopilotSites(server.url(), server.url(), server.url()),
        network,
        credential.isEmpty() ? null : new SecretText(credential),
        RequestTuning.NONE,
        time -> {
          pauses.add(time);
          now.updateAndGet(at -> at.plus(time));
        });
  }

  private static Function<Request, Answer> service(Deque<Answer> chats, long expiresIn) {
    return request ->
        request.asks("/copilot_internal/v2/token")
            ? Answer.json(
                "{\"token\":\"tid=session-token-1\",\"expires_at\":"
                    + NOW.plusSeconds(expiresIn).getEpochSecond()
                    + "}")
            : chats.isEmpty() ? Answer.events(SAID, "[DONE]") : chats.poll();
  }

  private static long tokens(Answering server) {
    return server.requests().stream()
        .filter(request -> request.asks("/copilot_internal/v2/token"))
        .count();
  }

  @Test
  void theCredentialIsShownToTheApiOnly() throws Exception {
    try (Answering server = new Answering(service(new ArrayDeque<>(), 1500))) {
      CopilotModel copilot = copilot(server, "gho_0123456789", Map.of());
      assertThat(copilot.isAuthenticated()).isTrue();
      assertThat(copilot.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      assertThat(copilot.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      copilot.close();
      assertThat(server.requests()).hasSize(3);
      assertThat(server.requests().getFirst().head()).contains("token gho_0123456789");
      assertThat(server.requests().getLast().head())
          .contains("POST /chat/completions", "Bearer tid=session-token-1", "Editor-Version: Writ/")
          .doesNotContain("gho_");
    }
  }

  /// The service's refusal of OpenAI's newer models; its list contains them beside the others.
  @Test
  void aModelThatTakesNoChatCompletionsIsAskedByResponses() throws Exception {
    Deque<Answer> answers = new ArrayDeque<>();
    answers.add(
        Answer.status(
            "400 Bad Request",
            "{\"error\":{\"message\":\"model \\\"gpt-5\\\" is not accessible via the"
                + " /chat/completions endpoint\",\"code\":\"unsupported_api_for_model\"}}"));
    for (int i = 0; i < 2; i++) {
      answers.add(
          Answer.events(
              "{\"type\":\"response.output_text.delta\",\"delta\":\"Hi.\"}",
              "{\"type\":\"response.completed\",\"response\":{}}"));
    }
    try (Answering server = new Answering(service(answers, 1500))) {
      CopilotModel copilot = copilot(server, "gho_0123456789", Map.of());
      assertThat(copilot.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      assertThat(copilot.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      copilot.close();
      assertThat(server.requests().stream().map(request -> request.head().split(" ", -1)[1]))
          .containsExactly(
              "/copilot_internal/v2/token", "/chat/completions", "/responses", "/responses");
      assertThat(server.requests().getLast().head()).contains("Bearer tid=session-token-1");
    }
  }

  @Test
  void aTokenIsFetchedAnewBeforeItExpires() throws Exception {
    try (Answering server = new Answering(service(new ArrayDeque<>(), 1500))) {
      CopilotModel copilot = copilot(server, "gho_0123456789", Map.of());
      copilot.reply(PROMPT, _ -> {});
      now.set(NOW.plusSeconds(1400));
      copilot.reply(PROMPT, _ -> {});
      copilot.close();
      assertThat(tokens(server)).isEqualTo(2);
    }
  }

  @Test
  void aTokenThatIsNoLongerAcceptedIsReplacedForTheNextTry() throws Exception {
    Deque<Answer> chats = new ArrayDeque<>();
    chats.add(Answer.events(SAID, "[DONE]"));
    chats.add(Answer.status("401 Unauthorized", "{}"));
    chats.add(Answer.events(SAID, "[DONE]"));
    try (Answering server = new Answering(service(chats, 1500))) {
      CopilotModel copilot = copilot(server, "gho_0123456789", Map.of());
      copilot.reply(PROMPT, _ -> {});
      ModelReply refused = copilot.reply(PROMPT, _ -> {});
      assertThat(((ModelReply.FailedReply) refused).trouble().retryable()).isTrue();
      assertThat(copilot.reply(PROMPT, _ -> {})).isInstanceOf(ModelReply.Complete.class);
      assertThat(tokens(server)).isEqualTo(2);
      copilot.close();
    }
  }

  @Test
  void aFreshTokenThatIsRefusedIsNotReplacedForEver() throws Exception {
    Deque<Answer> chats = new ArrayDeque<>();
    chats.add(Answer.status("403 Forbidden", "{}"));
    try (Answering server = new Answering(service(chats, 1500))) {
      CopilotModel copilot = copilot(server, "gho_0123456789", Map.of());
      ModelReply refused = copilot.reply(PROMPT, _ -> {});
      copilot.close();
      assertThat(((ModelReply.FailedReply) refused).trouble().kind())
          .isEqualTo(ProviderErrorKind.UNAUTHORISED);
      assertThat(((ModelReply.FailedReply) refused).trouble().message()).contains("GITHUB_TOKEN");
    }
  }

  @Test
  void nobodySignedIn() throws Exception {
    try (Answering server = new Answering(service(new ArrayDeque<>(), 1500))) {
      CopilotModel copilot = copilot(server, "", Map.of());
      assertThat(copilot.isAuthenticated()).isFalse();
      ModelReply reply = copilot.reply(PROMPT, _ -> {});
      assertThat(((ModelReply.FailedReply) reply).trouble().kind())
          .isEqualTo(ProviderErrorKind.UNAUTHORISED);
      assertThat(server.requests()).isEmpty();
      copilot.close();
    }
  }

  /// The address only begins like the host's that was asked.
  private static String begun(String login) {
    return "{\"device_code\":\"d-1\",\"user_code\":\"ABCD-1234\",\"verification_uri\":\""
        + login
        + ".elsewhere.example/login\",\"expires_in\":900,\"interval\":5}";
  }

  private static String host(Answering.Request request) {
    Matcher host = Pattern.compile("(?im)^host: (\\S+)").matcher(request.head());
    assertThat(host.find()).isTrue();
    return "http://" + host.group(1);
  }

  private SignInResult signIn(List<String> shown, String... answers) throws Exception {
    Deque<String> polls = new ArrayDeque<>(List.of(answers));
    Map<String, String> environment = Map.of("GITHUB_COPILOT_CLIENT_ID", "client-1");
    try (Answering server =
        new Answering(
            request ->
                request.asks("/login/device/code")
                    ? Answer.json(begun(host(request)))
                    : Answer.json(polls.size() > 1 ? polls.poll() : polls.element()))) {
      SignInResult end =
          copilot(server, "", environment)
              .authenticate((address, code) -> shown.add(address + " " + code));
      assertThat(server.requests().getFirst().body()).contains("client-1");
      assertThat(shown).containsExactly(server.url() + "/login/device ABCD-1234");
      return end;
    }
  }

  @Test
  void theDeviceFlowWaitsForThePerson() throws Exception {
    SignInResult end =
        signIn(
            new ArrayList<>(),
            "{\"error\":\"authorization_pending\"}",
            "{\"error\":\"slow_down\"}",
            "{\"access_token\":\"gho_new\"}");
    assertThat(end).isEqualTo(new SignInResult.CompletedSignIn("gho_new"));
    assertThat(end.toString()).doesNotContain("gho_");
    assertThat(pauses)
        .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @CsvSource({
    "access_denied, refused in the browser",
    "expired_token, expired",
    "authorization_pending, expired",
    "incorrect_client_credentials, incorrect_client_credentials"
  })
  void theDeviceFlowEnds(String error, String message) throws Exception {
    SignInResult end = signIn(new ArrayList<>(), "{\"error\":\"" + error + "\"}");
    assertThat(((SignInResult.FailedSignIn) end).trouble().message()).contains(message);
    assertThat(pauses.size()).isLessThan(200);
  }

  @Test
  void anExpiredCodeSaysWhatToDo() throws Exception {
    SignInResult end = signIn(new ArrayList<>(), "{\"error\":\"expired_token\"}");
    assertThat(((SignInResult.FailedSignIn) end).trouble().message())
        .isEqualTo("The code expired before it was entered; sign in again for a new one");
    assertThat(((SignInResult.FailedSignIn) end).trouble().kind())
        .isEqualTo(ProviderErrorKind.TIMEOUT);
  }

  /// The API's answer in place of a token ends the request; no model is asked.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 OK|text/html|<html>Sign in</html>|MALFORMED",
        "200 OK|application/json|{}|UNAUTHORISED",
        "200 OK|application/json|{\"tok|MALFORMED",
        "401 No|application/json|{}|UNAUTHORISED",
        "403 No|text/html|<html>No</html>|UNAUTHORISED",
        "429 Slow|application/json|{}|RATE_LIMITED",
        "500 Oh|text/plain|oh|SERVER_ERROR",
        "302 Found|text/plain|elsewhere|REJECTED"
      })
  void withoutATokenNobodyIsAsked(String status, String type, String body, ProviderErrorKind kind)
      throws Exception {
    try (Answering server = new Answering(_ -> new Answer(status, type, body))) {
      CopilotModel copilot = copilot(server, "gho_0123456789", Map.of());
      ModelReply reply = copilot.reply(PROMPT, _ -> {});
      copilot.close();
      assertThat(((ModelReply.FailedReply) reply).trouble().kind()).isEqualTo(kind);
      assertThat(((ModelReply.FailedReply) reply).trouble().message())
          .doesNotContain("gho_0123456789", "<html>");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void withoutAnApplicationItSaysWhatToDo() throws Exception {
    try (Answering server = new Answering(_ -> Answer.json("{}"))) {
      SignInResult end = copilot(server, "", Map.of()).authenticate((_, _) -> {});
      assertThat(((SignInResult.FailedSignIn) end).trouble().message())
          .contains("GITHUB_COPILOT_CLIENT_ID");
      assertThat(server.requests()).isEmpty();
    }
  }
}
