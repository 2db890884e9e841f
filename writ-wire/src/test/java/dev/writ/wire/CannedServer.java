// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.wire;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A server that answers one chat request with a body that a test wrote.
final class CannedServer implements AutoCloseable {
  private final ServerSocket server;

  private CannedServer(String answer) throws IOException {
    server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
    Thread.ofPlatform().daemon().start(() -> serve(answer));
  }

  /// The reply of a wire to a stream of these events.
  static ModelReply reply(Spoken spoken, String... events)
      throws IOException, InterruptedException {
    StringBuilder body = new StringBuilder();
    for (String event : events) {
      body.append("data: ").append(event).append("\n\n");
    }
    return replyTo(spoken, "200 OK", "text/event-stream", body.toString());
  }

  /// The reply of a wire to an answer.
  static ModelReply replyTo(Spoken spoken, String status, String type, String body)
      throws IOException, InterruptedException {
    String answer =
        "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nConnection: close\r\n\r\n" + body;
    try (CannedServer server = new CannedServer(answer)) {
      Model model = spoken.open(server.url(), Spoken.network(Spoken.LONG));
      ModelReply reply = Spoken.ask(model);
      model.close();
      return reply;
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  private void serve(String answer) {
    boolean again = true;
    while (again) {
      try (Socket socket = server.accept()) {
        byte[] request = new byte[100_000];
        int length = socket.getInputStream().read(request);
        Optional<String> before =
            Spoken.answerBefore(
                new String(request, 0, Math.max(0, length), StandardCharsets.UTF_8));
        again = before.isPresent();
        socket.getOutputStream().write(before.orElse(answer).getBytes(StandardCharsets.UTF_8));
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
