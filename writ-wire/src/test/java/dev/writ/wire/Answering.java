// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A server that answers each request, one connection each, with what a function says of it.
public final class Answering implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  /// A request as it arrived.
  ///
  /// @param head the first line and the headers
  public record Request(String head, String body) {
    /// Whether it asks for that path.
    public boolean asks(String path) {
      return head.contains(" " + path + " ");
    }
  }

  /// A JSON answer, or one of another kind, with a status.
  public record Answer(String status, String type, String body) {
    /// A JSON document with status 200.
    public static Answer json(String body) {
      return new Answer("200 OK", "application/json", body);
    }

    /// A JSON document with another status.
    public static Answer status(String status, String body) {
      return new Answer(status, "application/json", body);
    }

    /// Server-sent events with these data.
    public static Answer events(String... events) {
      StringBuilder body = new StringBuilder();
      for (String event : events) {
        body.append("data: ").append(event).append("\n\n");
      }
      return new Answer("200 OK", "text/event-stream", body.toString());
    }
  }

  /// A server on a free port of loopback.
  public Answering(Function<Request, Answer> answers) throws IOException {
    Thread.ofVirtual().start(() -> accept(answers));
  }

  /// The base address.
  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /// The requests so far.
  public List<Request> requests() {
    return requests;
  }

  private void accept(Function<Request, Answer> answers) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        serve(socket, answers);
      } catch (IOException _) {
        // the client went, or the test is over
      }
    }
  }

  private void serve(Socket socket, Function<Request, Answer> answers) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    StringBuilder head = new StringBuilder();
    int length = 0;
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      head.append(line).append('\n');
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
    }
    if (head.isEmpty()) {
      return;
    }
    char[] body = new char[length];
    for (int got = 0; got < length; ) {
      got += in.read(body, got, length - got);
    }
    Request request = new Request(head.toString(), new String(body));
    requests.add(request);
    Answer answer = answers.apply(request);
    String whole =
        "HTTP/1.1 "
            + answer.status()
            + "\r\nContent-Type: "
            + answer.type()
            + "\r\nConnection: close\r\n\r\n"
            + answer.body();
    socket.getOutputStream().write(whole.getBytes(StandardCharsets.UTF_8));
    socket.shutdownOutput();
    in.read();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
