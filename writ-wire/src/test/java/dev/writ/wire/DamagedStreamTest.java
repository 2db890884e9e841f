// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.testkit.Captured;
import dev.writ.testkit.Gen;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whole answers of each wire, damaged at one to three places: events lost, doubled, moved or cut,
/// values replaced. The result is one reply that agrees with what was shown, and the same reply in
/// whatever pieces the bytes arrive.
final class DamagedStreamTest {
  private static final int ROUNDS = 150;
  private static final Duration IDLE = Duration.ofSeconds(5);
  private static final PlainAnswer RICH =
      new PlainAnswer(
          Spoken.WORK.text(),
          "Hm, let me think of it a while.",
          Spoken.WORK.calls(),
          "",
          new StatedUsage(7, 3));
  private static final List<Json> ODD =
      List.of(
          new Json.Null(),
          new Json.Bool(true),
          new Json.Num("-1"),
          new Json.Num("1e400"),
          new Json.Num("9223372036854775807"),
          Json.of(""),
          Json.of("x\u0000\u202e"),
          Json.of("a".repeat(70_000)),
          new Json.Arr(List.of()),
          new Json.Arr(List.of(new Json.Null(), Json.of("y"))),
          Json.Obj.EMPTY,
          Json.object().put("error", "odd").build(),
          Json.object().put("text", Json.Obj.EMPTY).build());

  /// The body of an answer, and behind how many bytes it is sent in a piece of its own.
  private record Damaged(String body, int split) {}

  /// A reply without what differs from request to request.
  private record Outcome(String text, List<String> calls, String end) {}

  @ParameterizedTest
  @EnumSource
  void oneReplyComesOfIt(Spoken spoken) throws Exception {
    List<String> events = events(spoken);
    assertThat(reply(spoken, new Damaged(String.join("", events), 0)).end()).isEqualTo("CALLS");
    Gen.check(
        ROUNDS,
        random -> damaged(random, events),
        damaged -> {
          Outcome outcome = reply(spoken, damaged);
          return outcome.equals(reply(spoken, new Damaged(damaged.body(), 0)));
        });
  }

  /// The events of a whole answer, line ends included.
  private static List<String> events(Spoken spoken) throws Exception {
    FaultyAnswer whole = new FaultyAnswer(AnswerFault.CUT_FIN, Integer.MAX_VALUE, true, RICH);
    try (ScriptedModelServer server = ScriptedModelServer.start(RICH, whole)) {
      Model model = spoken.open(server);
      assertThat(Spoken.ask(model)).isInstanceOf(ModelReply.Complete.class);
      model.close();
      String answer = answer(server, server.chats().getFirst());
      String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
      String end = spoken == Spoken.OLLAMA ? "\n" : "\n\n";
      return List.of(body.split("(?<=" + end + ")"));
    }
  }

  private static String answer(ScriptedModelServer server, Captured request) throws IOException {
    URI address = URI.create(server.url());
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
      String head =
          "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
              .formatted(request.path(), body.length);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().write(body);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Damaged damaged(RandomGenerator random, List<String> whole) {
    List<String> events = new ArrayList<>(whole);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(events.size());
      int other = random.nextInt(events.size());
      String event = events.get(at);
      switch (random.nextInt(8)) {
        case 0 -> events.set(at, "");
        case 1 -> events.add(other, event);
        case 2 -> {
          events.set(at, events.get(other));
          events.set(other, event);
        }
        case 3 -> events.set(at, event.substring(0, random.nextInt(event.length() + 1)));
        default -> events.set(at, odd(random, event));
      }
    }
    String body = String.join("", events);
    return new Damaged(body, random.nextInt(body.length() + 1));
  }

  /// The event with another value somewhere in its data.
  private static String odd(RandomGenerator random, String event) {
    int from = event.indexOf('{');
    int to = event.lastIndexOf('}') + 1;
    if (from < 0 || to < from) {
      return event;
    }
    try {
      Json changed = odd(random, JsonReader.read(event.substring(from, to)));
      return event.substring(0, from) + changed.write() + event.substring(to);
    } catch (JsonException _) {
      return event; // it has been damaged before
    }
  }

  private static Json odd(RandomGenerator random, Json value) {
    if (value instanceof Json.Obj(Map<String, Json> members)
        && !members.isEmpty()
        && random.nextInt(8) > 0) {
      Map<String, Json> changed = new LinkedHashMap<>(members);
      Map.Entry<String, Json> member =
          List.copyOf(members.entrySet()).get(random.nextInt(members.size()));
      String name = member.getKey();
      switch (random.nextInt(8)) {
        case 0 -> changed.remove(name);
        case 1 -> {
          changed.remove(name);
          changed.put("renamed", member.getValue());
        }
        default -> changed.put(name, odd(random, member.getValue()));
      }
      return new Json.Obj(changed);
    }
    if (value instanceof Json.Arr(List<Json> items) && !items.isEmpty() && random.nextInt(8) > 0) {
      List<Json> changed = new ArrayList<>(items);
      int at = random.nextInt(items.size());
      changed.set(at, odd(random, items.get(at)));
      return new Json.Arr(changed);
    }
    return ODD.get(random.nextInt(ODD.size()));
  }

  private static Outcome reply(Spoken spoken, Damaged damaged) {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread serving = Thread.ofVirtual().start(() -> serve(spoken, server, damaged));
      Model model = spoken.open("http://127.0.0.1:" + server.getLocalPort(), Spoken.network(IDLE));
      StringBuilder shown = new StringBuilder();
      ModelReply reply =
          Spoken.ask(
              model,
              delta -> {
                if (delta instanceof AnswerDelta.TextDelta(String piece)) {
                  shown.append(piece);
                }
              });
      model.close();
      serving.join();
      return switch (reply) {
        case ModelReply.FailedReply(var trouble) -> {
          assertThat(trouble.message()).isNotBlank().doesNotContain(Spoken.KEY.value());
          String place = "127.0.0.1:" + server.getLocalPort();
          yield new Outcome(
              shown.toString(), List.of(), trouble.message().replace(place, "server"));
        }
        case ModelReply.Complete(
                Message.Assistant message,
                TokenUsage usage,
                FinishReason finish) -> {
          assertThat(message.text()).isEqualTo(shown.toString());
          assertThat(message.calls().stream().map(ToolCall::id))
              .doesNotHaveDuplicates()
              .allMatch(id -> !id.isBlank());
          assertThat(finish == FinishReason.CALLS && message.calls().isEmpty()).isFalse();
          assertThat(List.of(usage.input(), usage.output(), usage.cachedRead()))
              .allMatch(tokens -> tokens >= 0 && tokens <= 1_000_000_000);
          yield new Outcome(
              message.text(),
              message.calls().stream().map(call -> call.tool() + call.arguments()).toList(),
              finish.name());
        }
      };
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void serve(Spoken spoken, ServerSocket server, Damaged damaged) {
    String type = spoken == Spoken.OLLAMA ? "application/x-ndjson" : "text/event-stream";
    boolean again = true;
    while (again) {
      try (Socket socket = server.accept()) {
        byte[] request = new byte[64 * 1024];
        int got = socket.getInputStream().read(request);
        Optional<String> before =
            Spoken.answerBefore(new String(request, 0, Math.max(0, got), StandardCharsets.UTF_8));
        again = before.isPresent();
        String head = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nConnection: close\r\n\r\n";
        socket.setTcpNoDelay(true);
        byte[] answer = before.orElse(head + damaged.body()).getBytes(StandardCharsets.UTF_8);
        int first = again ? answer.length : Math.min(answer.length, damaged.split());
        socket.getOutputStream().write(answer, 0, first);
        socket.getOutputStream().write(answer, first, answer.length - first);
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      } catch (IOException e) {
        if (!server.isClosed() && again) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
