// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.WireException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RefusalTest {

  private static ProviderError trouble(ModelReply reply) {
    assertThat(reply).isInstanceOf(ModelReply.FailedReply.class);
    ProviderError trouble = ((ModelReply.FailedReply) reply).trouble();
    assertThat(trouble.message()).doesNotContain(Spoken.KEY.value()).isNotBlank();
    return trouble;
  }

  private static ProviderError ask(Spoken spoken, ScriptTurn turn) throws InterruptedException {
    try (ScriptedModelServer server = ScriptedModelServer.start(turn)) {
      Model model = spoken.open(server);
      ProviderError trouble = trouble(Spoken.ask(model));
      model.close();
      server.assertClean();
      assertThat(server.chats()).as("exactly one request").hasSize(1);
      return trouble;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400,REJECTED",
    "401,UNAUTHORISED",
    "403,UNAUTHORISED",
    "404,REJECTED",
    "408,SERVER_ERROR",
    "409,SERVER_ERROR",
    "413,CONTEXT_TOO_LONG",
    "422,REJECTED",
    "429,RATE_LIMITED",
    "500,SERVER_ERROR",
    "502,SERVER_ERROR",
    "503,SERVER_ERROR",
    "529,SERVER_ERROR",
    "304,REJECTED"
  })
  void statusesAreTroubleOfTheirKind(int status, ProviderErrorKind kind)
      throws InterruptedException {
    for (Spoken spoken : Spoken.values()) {
      ProviderError trouble = ask(spoken, new ErrorStatus(status));
      assertThat(trouble.kind()).isEqualTo(kind);
      assertThat(trouble.message()).contains(Integer.toString(status));
      if (status >= 400) {
        assertThat(trouble.message()).contains("on purpose");
      }
    }
  }

  /// No waiting mends a quota that is used up.
  @ParameterizedTest
  @EnumSource
  void aSpentQuotaIsNotTriedAgain(Spoken spoken) throws IOException, InterruptedException {
    String body =
        "{\"error\":{\"message\":\"You exceeded your current quota.\",\"type\":"
            + "\"insufficient_quota\",\"code\":\"insufficient_quota\"}}";
    for (String status : new String[] {"429 Too Many", "402 Payment Required"}) {
      ProviderError trouble =
          trouble(CannedServer.replyTo(spoken, status, "application/json", body));
      assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.REJECTED);
      assertThat(trouble.retryable()).isFalse();
      assertThat(trouble.message()).contains("billing").contains("current quota");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDelayInTheDocumentIsRead(Spoken spoken) throws IOException, InterruptedException {
    String body =
        "{\"error\":{\"code\":429,\"message\":\"Slow down.\",\"status\":"
            + "\"RESOURCE_EXHAUSTED\",\"details\":[{\"@type\":\"x\"},"
            + "{\"@type\":\"RetryInfo\",\"retryDelay\":\"34.5s\"}]}}";
    ProviderError trouble =
        trouble(CannedServer.replyTo(spoken, "429 No", "application/json", body));
    assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.RATE_LIMITED);
    assertThat(trouble.retryAfter()).isEqualTo(Duration.ofMillis(34_500));
  }

  @ParameterizedTest
  @EnumSource
  void unauthorisedSaysWhatToDo(Spoken spoken) throws InterruptedException {
    assertThat(ask(spoken, new ErrorStatus(401)).message()).endsWith("; " + spoken.remedy());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7|7000",
        "1.5|1500",
        "Sun, 18 Jan 2026 08:13:30 GMT|30000",
        "Sun, 18 Jan 2026 08:00:00 GMT|0",
        "Fri, 31 Dec 999999999 23:59:59 GMT|2592000000",
        "Fri, 31 Dec 9999999999 23:59:59 GMT|0",
        "999999999999999999999999|0",
        "soon|0",
        "-3|0",
        "99999999999|2592000000"
      })
  void retryAfterIsReadInBothForms(String header, long millis) throws InterruptedException {
    for (Spoken spoken : Spoken.values()) {
      for (int status : new int[] {429, 503, 529}) {
        assertThat(ask(spoken, new ErrorStatus(status, header, "wait")).retryAfter())
            .isEqualTo(Duration.ofMillis(millis));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GARBAGE,MALFORMED",
    "HTML,MALFORMED",
    "EMPTY,MALFORMED",
    "NULL_CHOICES,MALFORMED",
    "ENDLESS_LINE,MALFORMED",
    "ERROR_EVENT,SERVER_ERROR",
    "CONTEXT_TOO_LONG,CONTEXT_TOO_LONG",
    "ECHO_KEY,UNAUTHORISED"
  })
  void badAnswersAreNeverASuccess(AnswerFault how, ProviderErrorKind kind)
      throws InterruptedException {
    for (Spoken spoken : Spoken.values()) {
      assertThat(ask(spoken, new FaultyAnswer(how, 0, Spoken.WORK)).kind()).isEqualTo(kind);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatSaysNothingIsNoSuccess(Spoken spoken) throws InterruptedException {
    assertThat(ask(spoken, new PlainAnswer("")).kind()).isEqualTo(ProviderErrorKind.MALFORMED);
  }

  @ParameterizedTest
  @EnumSource
  void anEchoedKeyIsMasked(Spoken spoken) throws InterruptedException {
    ProviderError trouble = ask(spoken, new FaultyAnswer(AnswerFault.ECHO_KEY, 0, Spoken.WORK));
    assertThat(trouble.message()).contains(spoken.keyHeader().prefix() + "•••");
    assertThat(Spoken.KEY.toString()).isEqualTo("•••");
  }

  @ParameterizedTest
  @ValueSource(ints = {470, 480, 485, 490, 495})
  void halfAKeyIsNotShownEither(int before) throws InterruptedException {
    for (Spoken spoken : Spoken.values()) {
      String said = "a".repeat(before) + Spoken.KEY.value();
      assertThat(ask(spoken, new ErrorStatus(400, "", said)).message()).doesNotContain("sk-");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 8", "0, 12", "0, 23", "4, 16", "15, 23", "16, 24",
  })
  void aPartOfAKeyIsNotShownEither(int from, int to) throws InterruptedException {
    String part = Spoken.KEY.value().substring(from, to);
    for (Spoken spoken : Spoken.values()) {
      String message =
          ask(spoken, new ErrorStatus(401, "", "Wrong key: " + part + "****")).message();
      assertThat(message).contains("Wrong key: •••****").doesNotContain(part);
      PlainAnswer elsewhere = new PlainAnswer("https://other.example/?key=" + part);
      assertThat(ask(spoken, new FaultyAnswer(AnswerFault.REDIRECT, 0, elsewhere)).message())
          .contains("other.example")
          .doesNotContain(part);
    }
  }

  @ParameterizedTest
  @EnumSource
  void redirectsAreNotFollowed(Spoken spoken) throws InterruptedException {
    try (ScriptedModelServer other = ScriptedModelServer.start(Spoken.WORK)) {
      ProviderError trouble =
          ask(spoken, new FaultyAnswer(AnswerFault.REDIRECT, 0, new PlainAnswer(other.url())));
      assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.REJECTED);
      assertThat(trouble.message()).contains(other.url());
      assertThat(other.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://models.example,plain text",
    "http://192.0.2.1:11434,plain text",
    "http://127.0.0.1.example,plain text"
  })
  void whatMustNotBeSentIsNot(String address, String why) throws InterruptedException {
    for (Spoken spoken : Spoken.values()) {
      Model model = spoken.open(address, Spoken.network(Spoken.LONG));
      ProviderError trouble = trouble(Spoken.ask(model));
      model.close();
      assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.REJECTED);
      assertThat(trouble.message()).contains(why);
    }
  }

  /// Also where a server, not a person, named the address.
  @ParameterizedTest
  @CsvSource({
    "ftp://127.0.0.1,neither",
    "file:///etc/passwd,neither",
    "https://user:password@models.example,user name"
  })
  void theTransportItselfRefusesThem(String address, String why) {
    try (HttpTransport transport = new HttpTransport(Spoken.network(Spoken.LONG), Spoken.KEY)) {
      assertThatThrownBy(() -> transport.get(URI.create(address)))
          .isInstanceOf(WireException.class)
          .hasMessageContaining(why)
          .hasMessageNotContaining("password@");
    }
  }

  @ParameterizedTest
  @EnumSource
  void nobodyListening(Spoken spoken) throws InterruptedException, IOException {
    String url;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      url = "http://127.0.0.1:" + free.getLocalPort();
    }
    Model model = spoken.open(url, Spoken.network(Spoken.LONG));
    ProviderError trouble = trouble(Spoken.ask(model));
    model.close();
    assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.UNREACHABLE);
    assertThat(trouble.message()).contains(url);
  }

  @ParameterizedTest
  @EnumSource
  void theKeyGoesInItsHeader(Spoken spoken) throws InterruptedException {
    try (ScriptedModelServer server = ScriptedModelServer.start(new PlainAnswer("Hi."))) {
      Model model = spoken.open(server);
      Spoken.ask(model);
      model.close();
      assertThat(server.chats().getFirst().header(spoken.keyHeader().name()))
          .hasValue(spoken.keyHeader().prefix() + Spoken.KEY.value());
    }
  }
}
