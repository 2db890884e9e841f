// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.wire.Answering.Answer;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import dev.writ.wire.http.SecretText;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What people set wrongly, and what stands between them and a provider, word for word.
final class BadInputTest {
  private static final String PAGE =
      "<html><body>Please sign in to the guest network</body></html>";

  private static ProviderError trouble(ModelReply reply) {
    assertThat(reply).isInstanceOf(ModelReply.FailedReply.class);
    return ((ModelReply.FailedReply) reply).trouble();
  }

  @ParameterizedTest
  @CsvSource({
    "'sk-one\nsk-two', has a line end in it",
    "'sk-one\r\nsk-two', has a line end in it",
    "'\"sk-one-two-three\"', has quotation marks in it",
    "'''sk-one-two-three''', has quotation marks in it",
    "'sk-one two', has blanks or other characters that a key cannot have",
    "'sk-ön-two', has blanks or other characters that a key cannot have",
    "'  ', is empty"
  })
  void aKeyThatIsNoneIsNotSent(String key, String defect) throws Exception {
    for (Spoken spoken : Spoken.values()) {
      try (Answering server = new Answering(_ -> Answer.json("{}"))) {
        Model model =
            spoken.open(
                server.url(), Spoken.network(Spoken.LONG), new SecretText(key), RequestTuning.NONE);
        ProviderError trouble = trouble(Spoken.ask(model));
        model.close();
        assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.UNAUTHORISED);
        assertThat(trouble.message())
            .isEqualTo("the key for 127.0.0.1 " + defect + "; " + spoken.remedy());
        assertThat(server.requests()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OPENAI, /v1/chat/completions, /chat/completions, /v1",
    "OPENAI, /v1/chat/completions/, /chat/completions, /v1",
    "RESPONSES, /v1/responses, /responses, /v1",
    "ANTHROPIC, /v1/messages, /v1/messages, ''",
    "OLLAMA, /api/chat, /api/chat, ''",
    "OLLAMA, /v1, /v1, ''",
  })
  void anAddressWithTheRequestsOwnPathIsRefused(
      Spoken spoken, String path, String end, String right) {
    String given = "https://models.example" + path;
    assertThatThrownBy(
            () ->
                ProviderFactory.open(
                    new ProviderSettings(
                        spoken.provider(),
                        "m",
                        given,
                        null,
                        RequestTuning.NONE,
                        Spoken.network(Spoken.LONG))))
        .isInstanceOf(ProviderException.class)
        .hasMessage(
            "--endpoint or llm.endpoint: '%s' ends in %s, which Writ adds itself; write %s"
                .formatted(given, end, "https://models.example" + right));
  }

  private static NetworkSettings by(Answering proxy) {
    return new NetworkSettings(
        Map.of("http_proxy", proxy.url(), "https_proxy", proxy.url()),
        List.of(),
        Set.of("192.0.2.1"),
        NetworkSettings.DEFAULT_CONNECT,
        Spoken.LONG,
        () -> Spoken.NOW);
  }

  private static ProviderError asked(Spoken spoken, String address, Answering proxy)
      throws InterruptedException {
    Model model = spoken.open(address, by(proxy));
    ProviderError trouble = trouble(Spoken.ask(model));
    model.close();
    return trouble;
  }

  @ParameterizedTest
  @EnumSource
  void aProxyThatSpeaksHtmlIsNamed(Spoken spoken) throws IOException, InterruptedException {
    try (Answering proxy = new Answering(_ -> new Answer("200 OK", "text/html", PAGE))) {
      ProviderError trouble = asked(spoken, "http://192.0.2.1", proxy);
      assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.MALFORMED);
      assertThat(trouble.message())
          .isEqualTo(
              "http://192.0.2.1 (through the proxy "
                  + proxy.url()
                  + ") answered with a web page; check its address");
    }
    try (Answering proxy = new Answering(_ -> new Answer("403 No", "text/html", PAGE))) {
      ProviderError secure = asked(spoken, "https://models.example", proxy);
      assertThat(secure.kind()).isEqualTo(ProviderErrorKind.UNREACHABLE);
      assertThat(secure.message())
          .isEqualTo(
              "https://models.example (through the proxy "
                  + proxy.url()
                  + ") cannot be reached: the proxy answered 403 instead of opening a tunnel;"
                  + " check its address and user");
    }
    try (Answering proxy = new Answering(_ -> new Answer("200 OK", "text/html", PAGE))) {
      ProviderError secure = asked(spoken, "https://models.example", proxy);
      assertThat(secure.kind()).isEqualTo(ProviderErrorKind.UNREACHABLE);
      assertThat(secure.message())
          .isEqualTo(
              "https://models.example (through the proxy "
                  + proxy.url()
                  + ") cannot be reached: the server does not speak TLS, or closed the"
                  + " connection; check the address");
    }
  }

  /// A clock that is off does not make a wait longer or shorter: the server says what time it is.
  @ParameterizedTest
  @EnumSource
  void theServersClockCountsForItsDates(Spoken spoken) throws IOException, InterruptedException {
    String head =
        "429 Slow\r\nDate: Mon, 19 Jan 2026 10:00:00 GMT\r\nRetry-After: Mon, 19 Jan 2026 10:00:07"
            + " GMT";
    ProviderError trouble = trouble(CannedServer.replyTo(spoken, head, "application/json", "{}"));
    assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.RATE_LIMITED);
    assertThat(trouble.retryAfter()).isEqualTo(Duration.ofSeconds(7));
  }
}
