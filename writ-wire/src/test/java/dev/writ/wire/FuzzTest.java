// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.wire;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.testkit.Gen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FuzzTest {
  private static final int ROUNDS = 300;
  private static final Duration IDLE = Duration.ofSeconds(5);

  /// Pieces of which answers are made, so that random ones get deep into the readers.
  private static final Gen<String> PIECES =
      Gen.anyOf(
          Gen.oneOf(
              "HTTP/1.1 200 OK\r\n",
              "HTTP/1.1 100 Continue\r\n\r\n",
              "HTTP/1.0 500\r\n",
              "\r\n",
              "\r\n\r\n",
              "Content-Length: 30\r\n",
              "Content-Length: x\r\n",
              "Transfer-Encoding: chunked\r\n",
              "Content-Encoding: gzip\r\n",
              "5\r\nhello\r\n",
              "0\r\n\r\n",
              "ffffffffffff\r\n",
              "-1\r\n",
              "Content-Type: application/json\r\n"),
          Gen.oneOf(
              "data: ",
              "data:[DONE]\n\n",
              "\n",
              "\n\n",
              "{}",
              "null",
              "[]",
              "{\"choices\":[",
              "{\"choices\":[{\"delta\":{\"content\":\"x\"}}]}",
              "{\"choices\":[null,1]}",
              "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":-7}]}}]}",
              "{\"choices\":[{\"finish_reason\":\"stop\"}]}",
              "{\"error\":{}}",
              "{\"error\":7}",
              "{\"message\":{\"content\":\"x\"}}",
              "{\"done\":true}",
              "{\"type\":\"message_start\",\"message\":{\"usage\":7}}",
              "{\"type\":\"content_block_start\",\"index\":-1,\"content_block\":{\"type\":"
                  + "\"tool_use\",\"input\":[1]}}",
              "{\"type\":\"content_block_delta\",\"index\":9,\"delta\":{\"type\":"
                  + "\"input_json_delta\",\"partial_json\":7}}",
              "{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\","
                  + "\"text\":\"x\"}}",
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":7}}",
              "{\"type\":\"message_stop\"}",
              "{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"function_call\"}}",
              "{\"type\":\"response.output_text.delta\",\"delta\":\"x\"}",
              "{\"type\":\"response.failed\",\"response\":{\"error\":[7]}}",
              "{\"type\":\"response.completed\",\"response\":{\"output\":[{},7,{\"type\":"
                  + "\"message\",\"content\":[{\"text\":7}]}]}}",
              "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"x\"},7]}}]}",
              "{\"candidates\":[{\"finishReason\":\"MALFORMED_FUNCTION_CALL\"}]}",
              "{\"candidates\":[{\"finishReason\":\"STOP\"},7]}",
              "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}",
              "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"args\":[1]}}]}}]}",
              "{\"message\":{\"tool_calls\":[{},{\"function\":{\"arguments\":[1]}}]}}"),
          Gen.strings(8));

  private static final Gen<String> ANSWERS =
      Gen.anyOf(
              Gen.oneOf(""),
              Gen.oneOf("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"),
              Gen.oneOf("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"))
          .then(head -> PIECES.list(12).map(pieces -> head + String.join("", pieces)));

  @ParameterizedTest
  @EnumSource
  void whateverAServerSendsIsAReply(Spoken spoken) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Model model = spoken.open("http://127.0.0.1:" + server.getLocalPort(), Spoken.network(IDLE));
      Gen.check(ROUNDS, ANSWERS, answer -> isReply(model, server, answer));
      model.close();
    }
  }

  private static boolean isReply(Model model, ServerSocket server, String answer) {
    Thread serving = Thread.ofVirtual().start(() -> serve(server, answer));
    try {
      ModelReply reply = Spoken.ask(model);
      serving.join();
      return switch (reply) {
        case ModelReply.Complete complete -> !complete.message().equals(NOTHING);
        case ModelReply.FailedReply failed -> !failed.trouble().message().isBlank();
      };
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final dev.writ.engine.model.Message.Assistant NOTHING =
      new dev.writ.engine.model.Message.Assistant("", List.of(), List.of());

  private static void serve(ServerSocket server, String answer) {
    boolean again = true;
    while (again) {
      try (Socket socket = server.accept()) {
        socket.setSoTimeout(200); // a client may keep the connection of a whole answer
        byte[] request = new byte[64 * 1024];
        int got = socket.getInputStream().read(request);
        Optional<String> before =
            Spoken.answerBefore(new String(request, 0, Math.max(0, got), StandardCharsets.UTF_8));
        again = before.isPresent();
        if (got > 0) {
          socket.getOutputStream().write(before.orElse(answer).getBytes(StandardCharsets.UTF_8));
          socket.shutdownOutput();
          while (socket.getInputStream().read(request) >= 0) {
            // until the client has gone
          }
        }
      } catch (IOException e) {
        if (server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
