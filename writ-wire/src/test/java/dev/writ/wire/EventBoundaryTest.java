// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Model;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.testkit.Script;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What can go wrong at each event of an answer, at every one of them.
final class EventBoundaryTest {
  private static final int HUGE_CHARS = 1024 * 1024;

  /// Behind how many bytes of [Spoken#WORK] an event ends, and its finish reason has been said.
  private record Boundaries(List<Integer> ends, int finishAt) {
    static Boundaries of(Spoken spoken) throws InterruptedException {
      try (ScriptedModelServer server = ScriptedModelServer.start(Spoken.WORK)) {
        Model model = spoken.open(server);
        assertThat(Spoken.ask(model)).isInstanceOf(ModelReply.Complete.class);
        model.close();
        return new Boundaries(server.eventEnds(), server.finishAt());
      }
    }

    /// The ends of events and the middles between them.
    List<Integer> places() {
      List<Integer> places = new ArrayList<>();
      int before = 0;
      for (int end : ends) {
        places.add((before + end) / 2);
        places.add(end);
        before = end;
      }
      return places;
    }
  }

  private static ScriptedModelServer server(List<ScriptTurn> turns) {
    return ScriptedModelServer.start(new Script(turns), false, _ -> {});
  }

  private static ProviderError trouble(ModelReply reply) {
    assertThat(reply).isInstanceOf(ModelReply.FailedReply.class);
    return ((ModelReply.FailedReply) reply).trouble();
  }

  @ParameterizedTest
  @EnumSource
  void anErrorEventEndsTheAnswerWhereverItComes(Spoken spoken) throws InterruptedException {
    Boundaries boundaries = Boundaries.of(spoken);
    List<ScriptTurn> turns = new ArrayList<>();
    boundaries
        .ends()
        .forEach(end -> turns.add(new FaultyAnswer(AnswerFault.ERROR_EVENT, end, Spoken.WORK)));
    try (ScriptedModelServer server = server(turns)) {
      Model model = spoken.open(server);
      for (int end : boundaries.ends()) {
        ModelReply reply = Spoken.ask(model);
        if (end < boundaries.finishAt()) {
          assertThat(trouble(reply).kind())
              .as("behind %s bytes", end)
              .isEqualTo(ProviderErrorKind.SERVER_ERROR);
          assertThat(trouble(reply).message()).contains("broke off: the engine fell over");
        } else if (reply
            instanceof ModelReply.FailedReply failed) { // it may have been read, or not
          assertThat(failed.trouble().kind()).isEqualTo(ProviderErrorKind.SERVER_ERROR);
        }
      }
      model.close();
      assertThat(server.chats()).hasSize(boundaries.ends().size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancellationClosesTheSocketAtEveryPlace(Spoken spoken)
      throws InterruptedException, TimeoutException {
    List<Integer> places = Boundaries.of(spoken).places();
    places.addFirst(0); // behind the head
    places.addFirst(-1); // before it
    places.removeIf(place -> place >= places.getLast()); // what is whole ends by itself
    List<ScriptTurn> turns = new ArrayList<>();
    places.forEach(place -> turns.add(new FaultyAnswer(AnswerFault.STALL, place, Spoken.WORK)));
    try (ScriptedModelServer server = server(turns)) {
      Model model = spoken.open(server);
      for (int i = 0; i < places.size(); i++) {
        AtomicReference<Object> outcome = new AtomicReference<>();
        Thread asking =
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        outcome.set(Spoken.ask(model));
                      } catch (InterruptedException e) {
                        outcome.set(e);
                      }
                    });
        server.awaitStalled(i + 1);
        asking.interrupt();
        assertThat(asking.join(Duration.ofSeconds(30))).as("it ends").isTrue();
        if (outcome.get() instanceof InterruptedException) {
          server.awaitGone(i + 1);
        } else { // all that matters had arrived before the interruption
          assertThat(outcome.get()).isInstanceOf(ModelReply.Complete.class);
          model.close();
          server.awaitGone(i + 1);
          return;
        }
      }
      model.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerWithoutItsEndIsNone(Spoken spoken) throws InterruptedException {
    FaultyAnswer chunked = new FaultyAnswer(AnswerFault.NO_END, 0, Spoken.WORK);
    FaultyAnswer delimited = new FaultyAnswer(AnswerFault.NO_END, 0, true, Spoken.WORK);
    try (ScriptedModelServer server = server(List.of(chunked, delimited))) {
      Model model = spoken.open(server);
      assertThat(trouble(Spoken.ask(model)).kind()).isEqualTo(ProviderErrorKind.CUT);
      assertThat(trouble(Spoken.ask(model)).kind()).isEqualTo(ProviderErrorKind.CUT);
      model.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aHugeEventIsReadWhole(Spoken spoken) throws InterruptedException {
    String text = "ä\uD83D\uDE00b ".repeat(HUGE_CHARS / 5);
    String arguments = "{\"path\":\"" + "x".repeat(HUGE_CHARS) + "\"}";
    PlainAnswer huge = new PlainAnswer(text, new ScriptedCall("read_file", arguments));
    try (ScriptedModelServer server =
        server(List.of(new FaultyAnswer(AnswerFault.ONE_PIECE, 0, huge)))) {
      Model model = spoken.open(server);
      ModelReply reply = Spoken.ask(model);
      model.close();
      assertThat(reply)
          .isInstanceOfSatisfying(
              ModelReply.Complete.class,
              complete -> {
                assertThat(complete.message().text().equals(text)).isTrue();
                assertThat(complete.message().calls().getFirst().arguments().equals(arguments))
                    .isTrue();
              });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "301 Moved",
    "302 Found",
    "303 See Other",
    "307 Temporary Redirect",
    "308 Permanent Redirect"
  })
  void noRedirectIsFollowed(String status) throws IOException, InterruptedException {
    for (Spoken spoken : Spoken.values()) {
      try (ScriptedModelServer other = ScriptedModelServer.start(Spoken.WORK)) {
        ProviderError trouble =
            trouble(
                CannedServer.replyTo(
                    spoken, status + "\r\nLocation: " + other.url(), "text/plain", ""));
        assertThat(trouble.kind()).isEqualTo(ProviderErrorKind.REJECTED);
        assertThat(trouble.message())
            .contains("points to " + other.url(), "Writ does not send keys");
        assertThat(other.requests()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401 Unauthorized,UNAUTHORISED",
    "403 Forbidden,UNAUTHORISED",
    "404 Not Found,REJECTED",
    "502 Bad Gateway,SERVER_ERROR",
    "503 Service Unavailable,SERVER_ERROR",
    "200 OK,MALFORMED"
  })
  void aWebPageIsNeverShown(String status, ProviderErrorKind kind)
      throws IOException, InterruptedException {
    String page = "<!DOCTYPE html>\n<html><body><script>alert(1)</script></body></html>\n";
    for (Spoken spoken : Spoken.values()) {
      ProviderError trouble = trouble(CannedServer.replyTo(spoken, status, "text/html", page));
      assertThat(trouble.kind()).isEqualTo(kind);
      assertThat(trouble.message()).contains("a web page").doesNotContain("script", "<");
    }
  }

  /// A status may come instead of any answer; the next request is not disturbed by it.
  @ParameterizedTest
  @EnumSource
  void theNextRequestIsFineAfterEveryStatus(Spoken spoken) throws InterruptedException {
    int[] statuses = {400, 401, 402, 403, 404, 408, 409, 413, 422, 425, 429, 500, 503, 529};
    List<ScriptTurn> turns = new ArrayList<>();
    for (int status : statuses) {
      turns.add(new ErrorStatus(status));
      turns.add(new PlainAnswer("Fine."));
    }
    try (ScriptedModelServer server = server(turns)) {
      Model model = spoken.open(server);
      for (int status : statuses) {
        boolean renewed = spoken == Spoken.COPILOT && (status == 401 || status == 403);
        assertThat(trouble(Spoken.ask(model)).message())
            .contains(renewed ? "no longer accepts the token" : Integer.toString(status));
        assertThat(Spoken.ask(model)).isInstanceOf(ModelReply.Complete.class);
      }
      model.close();
      assertThat(server.chats()).hasSize(2 * statuses.length);
    }
  }
}
