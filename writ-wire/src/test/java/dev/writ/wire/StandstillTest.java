// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.wire.http.NetworkSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Servers that send without end: nothing of an answer, or more than an answer can be.
final class StandstillTest {
  private static final Duration IDLE = Duration.ofMillis(150);
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

  /// A server that answers the first request with a beginning, and then repeats a piece for as long
  /// as it is listened to.
  private static final class Repeating implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final CountDownLatch gone = new CountDownLatch(1);

    /// @param everyMillis how often a piece is sent; 0 for as fast as it is read
    Repeating(String beginning, String piece, int everyMillis) throws IOException {
      clock.execute(
          () -> {
            try {
              Socket socket = server.accept();
              socket.getInputStream().read(new byte[100_000]);
              send(socket, beginning);
              Runnable sending = () -> send(socket, piece);
              var _ =
                  clock.scheduleAtFixedRate(
                      everyMillis == 0 ? () -> flood(socket, piece) : sending,
                      0,
                      Math.max(1, everyMillis),
                      TimeUnit.MILLISECONDS);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }

    String url() {
      return "http://127.0.0.1:" + server.getLocalPort();
    }

    private void flood(Socket socket, String piece) {
      while (gone.getCount() > 0) {
        send(socket, piece);
      }
    }

    private void send(Socket socket, String text) {
      try {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException _) {
        gone.countDown();
      }
    }

    void awaitGone() throws InterruptedException {
      assertThat(gone.await(10, TimeUnit.SECONDS)).as("the connection is closed").isTrue();
    }

    @Override
    public void close() throws IOException {
      clock.shutdownNow();
      server.close();
    }
  }

  private static ProviderError ask(
      Spoken spoken, Repeating server, Duration idle, Consumer<AnswerDelta> deltas)
      throws InterruptedException {
    Model model = spoken.open(server.url(), Spoken.network(idle));
    ModelReply reply = Spoken.ask(model, deltas);
    server.awaitGone();
    model.close();
    assertThat(reply).isInstanceOf(ModelReply.FailedReply.class);
    return ((ModelReply.FailedReply) reply).trouble();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OPENAI|: keep-alive\\n\\n",
        "OPENAI|\\n",
        "OPENAI|\\r",
        "OPENAI|x",
        "OPENAI|event: ping\\n\\n",
        "OPENAI|retry: 1\\nid: 7\\n",
        "OPENAI|data: {}\\n\\n",
        "OPENAI|data: {\"choices\":[]}\\n\\n",
        "OPENAI|data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1}}\\n\\n",
        "OPENAI|data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\\n\\n",
        "OPENAI|data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other\"}}]}\\n\\n",
        "OPENAI|data:"
            + " {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{}}]}}]}\\n"
            + "\\n",
        "ANTHROPIC|event: ping\\ndata: {\"type\":\"ping\"}\\n\\n",
        "ANTHROPIC|data: {\"type\":\"message_start\",\"message\":{}}\\n\\n",
        "ANTHROPIC|data:"
            + " {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"text\"}}\\n"
            + "\\n",
        "ANTHROPIC|data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\"}}\\n"
            + "\\n",
        "RESPONSES|data: {\"type\":\"response.in_progress\"}\\n\\n",
        "RESPONSES|data: {\"type\":\"response.output_text.delta\",\"delta\":\"\"}\\n\\n",
        "RESPONSES|data: {\"type\":\"response.output_item.done\",\"item\":{}}\\n\\n",
        "GEMINI|data: {\"usageMetadata\":{\"promptTokenCount\":1}}\\n\\n",
        "GEMINI|data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\"}]}}]}\\n\\n",
        "OLLAMA|\\n",
        "OLLAMA|x",
        "OLLAMA|{}\\n",
        "OLLAMA|{\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":false}\\n",
      })
  void whatIsNoAnswerDoesNotKeepARequestAlive(Spoken spoken, String piece) throws Exception {
    String noise = piece.replace("\\n", "\n").replace("\\r", "\r");
    try (Repeating server = new Repeating(HEAD, noise, 20)) {
      ProviderError trouble = ask(spoken, server, IDLE, _ -> {});
      assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.TIMEOUT);
      assertThat(trouble.retryable()).isTrue();
    }
  }

  /// The same by way of a proxy, which the JDK's client talks to.
  @ParameterizedTest
  @EnumSource
  void neitherByWayOfAProxy(Spoken spoken) throws Exception {
    try (Repeating server = new Repeating(HEAD, "\n", 20)) {
      NetworkSettings network =
          new NetworkSettings(
              Map.of("http_proxy", server.url()),
              List.of(),
              Set.of("192.0.2.1"),
              NetworkSettings.DEFAULT_CONNECT,
              IDLE,
              InstantSource.fixed(Spoken.NOW));
      Model model = spoken.open("http://192.0.2.1", network);
      ModelReply reply = Spoken.ask(model);
      server.awaitGone();
      model.close();
      assertThat(reply)
          .isInstanceOfSatisfying(
              ModelReply.FailedReply.class,
              failed -> assertThat(failed.trouble().kind()).isEqualTo(ProviderErrorKind.TIMEOUT));
    }
  }

  @ParameterizedTest
  @EnumSource
  void neitherDoesAnEndlessHead(Spoken spoken) throws Exception {
    try (Repeating server = new Repeating("HTTP/1.1 200 OK\r\n", "X: y\r\n", 20)) {
      assertThat(ask(spoken, server, IDLE, _ -> {}).kind()).isEqualTo(ProviderErrorKind.TIMEOUT);
    }
    try (Repeating server = new Repeating("", "HTTP/1.1 102 Processing\r\n\r\n", 20)) {
      assertThat(ask(spoken, server, IDLE, _ -> {}).kind()).isEqualTo(ProviderErrorKind.TIMEOUT);
    }
  }

  /// Whatever is said keeps it alive, however slowly: here for longer than nothing would.
  @ParameterizedTest
  @Tag("slow")
  @CsvSource(
      delimiter = '|',
      value = {
        "OPENAI|data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\\n\\n: noise\\n",
        "OPENAI|data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"a\"}}]}\\n\\n",
        "ANTHROPIC|data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\","
            + "\"text\":\"a\"}}\\n\\n",
        "ANTHROPIC|data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"thinking_delta\","
            + "\"thinking\":\"a\"}}\\n\\n",
        "RESPONSES|data: {\"type\":\"response.output_text.delta\",\"delta\":\"a\"}\\n\\n",
        "RESPONSES|data: {\"type\":\"response.reasoning_text.delta\",\"delta\":\"a\"}\\n\\n",
        "GEMINI|data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}]}\\n\\n",
        "GEMINI|data:"
            + " {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\",\"thought\":true}]}}]}\\n"
            + "\\n",
        "OLLAMA|{\"message\":{\"content\":\"a\"},\"done\":false}\\n",
        "OLLAMA|{\"message\":{\"thinking\":\"a\"},\"done\":false}\\n",
      })
  void aSlowAnswerIsStillRead(Spoken spoken, String piece) throws Exception {
    Duration idle = Duration.ofMillis(600);
    long until = System.nanoTime() + idle.multipliedBy(2).toNanos();
    Thread asking = Thread.currentThread();
    boolean interrupted = false;
    try (Repeating server = new Repeating(HEAD, piece.replace("\\n", "\n"), 20)) {
      Model model = spoken.open(server.url(), Spoken.network(idle));
      try {
        Spoken.ask(
            model,
            _ -> {
              if (System.nanoTime() > until) {
                asking.interrupt();
              }
            });
      } catch (InterruptedException _) {
        interrupted = true;
      }
      model.close();
    }
    assertThat(interrupted).as("it ended by itself").isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OPENAI|reasoning|data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"@\"}}]}\\n\\n",
        "OPENAI|reasoning|data: {\"choices\":[{\"delta\":{\"reasoning\":\"@\"}}]}\\n\\n",
        "OPENAI|characters|data: {\"choices\":[{\"delta\":{\"content\":\"@\"}}]}\\n\\n",
        "OPENAI|characters|data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,"
            + "\"function\":{\"name\":\"f\",\"arguments\":\"@\"}}]}}]}\\n\\n",
        "OPENAI|event|data: @\\n",
        "ANTHROPIC|reasoning|data: {\"type\":\"content_block_delta\",\"delta\":{"
            + "\"type\":\"thinking_delta\",\"thinking\":\"@\"}}\\n\\n",
        "ANTHROPIC|characters|data: {\"type\":\"content_block_delta\",\"delta\":{"
            + "\"type\":\"signature_delta\",\"signature\":\"@\"}}\\n\\n",
        "ANTHROPIC|event|data: @\\n",
        "RESPONSES|reasoning|data: {\"type\":\"response.reasoning_summary_text.delta\","
            + "\"delta\":\"@\"}\\n\\n",
        "RESPONSES|characters|data: {\"type\":\"response.output_text.delta\","
            + "\"delta\":\"@\"}\\n\\n",
        "GEMINI|reasoning|data:"
            + " {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"@\",\"thought\":true}]}}]}\\n"
            + "\\n",
        "GEMINI|characters|data:"
            + " {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\",\"thoughtSignature\":\"@\"}]}}]}\\n"
            + "\\n",
        "OLLAMA|reasoning|{\"message\":{\"thinking\":\"@\"},\"done\":false}\\n",
        "OLLAMA|characters|{\"message\":{\"content\":\"@\"},\"done\":false}\\n",
      })
  void moreThanAnAnswerCanBeEndsIt(Spoken spoken, String what, String piece) throws Exception {
    String long_ = piece.replace("\\n", "\n").replace("@", "ä".repeat(100_000));
    AtomicLong received = new AtomicLong();
    try (Repeating server = new Repeating(HEAD, long_, 0)) {
      ProviderError trouble =
          ask(
              spoken,
              server,
              Spoken.LONG,
              delta -> {
                if (delta instanceof AnswerDelta.Reasoning(String text)) {
                  received.addAndGet(text.length());
                }
              });
      assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.MALFORMED);
      assertThat(trouble.message()).contains(what);
      assertThat(received.get()).isLessThan(5_000_000);
    }
  }
}
