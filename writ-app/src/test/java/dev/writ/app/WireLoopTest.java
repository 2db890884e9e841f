// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.Desk.Dialect;
import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import dev.writ.testkit.ScriptedModelServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The whole loop over the providers' real protocols: `writ run` in this process against a server
/// on loopback that checks every request.
class WireLoopTest {
  private static final ScriptedCall READ = new ScriptedCall("read_file", "{\"path\":\"a.txt\"}");
  private static final ScriptedCall EDIT =
      new ScriptedCall(
          "edit_file", "{\"path\":\"a.txt\",\"old_text\":\"one\",\"new_text\":\"two\"}");
  private static final PlainAnswer DONE = new PlainAnswer("All done.");

  private static PlainAnswer calls(ScriptedCall... calls) {
    return new PlainAnswer("", calls);
  }

  /// Runs against these turns; every request must be in order.
  private static Desk.Ran run(Desk desk, Dialect dialect, ScriptTurn... turns) {
    desk.workspace.write("a.txt", "one\n");
    try (ScriptedModelServer server = ScriptedModelServer.start(turns)) {
      Desk.Ran ran = desk.ask(server, dialect).writ("run", "--output", "json", "Go");
      server.assertClean();
      return ran;
    }
  }

  private static List<Json.Obj> events(Desk desk, String type) {
    return desk.session().stream().filter(e -> e.text("type").orElse("").equals(type)).toList();
  }

  private static void done(Desk.Ran ran) {
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    assertThat(ran.json().text("result")).contains("All done.");
  }

  @Test
  void bothPlacesOfAMoveAreTold() {
    ScriptedCall move = new ScriptedCall("move_path", "{\"from\":\"a.txt\",\"to\":\"b.txt\"}");
    ScriptedCall write =
        new ScriptedCall("write_file", "{\"path\":\"c.txt\",\"content\":\"c\\n\"}");
    try (Desk desk = new Desk()) {
      Desk.Ran ran = run(desk, Dialect.OPENAI, calls(READ, move), calls(write), DONE);

      done(ran);
      assertThat(ran.json().items("changed_files"))
          .containsExactly(Json.of("a.txt"), Json.of("b.txt"), Json.of("c.txt"));
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void editIsMadeRecordedAndToldAsJson(Dialect dialect) {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = run(desk, dialect, calls(READ, EDIT), DONE);

      done(ran);
      assertThat(desk.workspace.read("a.txt")).isEqualTo("two\n");
      assertThat(ran.json().items("changed_files")).containsExactly(Json.of("a.txt"));
      assertThat(ran.json().items("ledger")).hasSize(1);
      assertThat(ran.json().object("usage").number("input")).hasValue(200);
      assertThat(desk.writ("trace", "verify").out()).contains("The ledger is valid: 1 records");
      assertThat(desk.session().getFirst().text("type")).contains("session_start");
      assertThat(desk.session().getLast().text("type")).contains("session_end");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void brokenResponsesExecuteNothingAndAreAskedAgain(Dialect dialect) {
    AnswerFault[] broken = {
      AnswerFault.CUT_FIN,
      AnswerFault.CUT_RST,
      AnswerFault.HALF_CALL,
      AnswerFault.GARBAGE,
      AnswerFault.HTML,
      AnswerFault.EMPTY,
      AnswerFault.ERROR_EVENT,
      AnswerFault.NO_END
    };
    for (AnswerFault how : broken) {
      try (Desk desk = new Desk()) {
        ScriptedCall wrong =
            new ScriptedCall("write_file", "{\"path\":\"wrong.txt\",\"content\":\"wrong\"}");
        PlainAnswer bad = new PlainAnswer("I write.", wrong, wrong);
        Desk.Ran ran = run(desk, dialect, new FaultyAnswer(how, 300, bad), calls(READ, EDIT), DONE);

        done(ran);
        assertThat(desk.workspace.exists("wrong.txt")).as(how.name()).isFalse();
        assertThat(events(desk, "tool_call")).as(how.name()).hasSize(2);
        assertThat(events(desk, "error")).as(how.name()).hasSize(1);
        assertThat(desk.workspace.read("a.txt")).isEqualTo("two\n");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void oddButCompleteResponsesAreTaken(Dialect dialect) {
    AnswerFault[] odd = {
      AnswerFault.NULLS,
      AnswerFault.SAME_IDS,
      AnswerFault.NO_IDS,
      AnswerFault.ODD_USAGE,
      AnswerFault.CRLF,
      AnswerFault.COMMENTS,
      AnswerFault.BYTE_BY_BYTE
    };
    for (AnswerFault how : odd) {
      try (Desk desk = new Desk()) {
        PlainAnswer twice = calls(READ, READ);
        Desk.Ran ran =
            run(
                desk,
                dialect,
                new FaultyAnswer(how, Integer.MAX_VALUE, twice),
                new FaultyAnswer(how, Integer.MAX_VALUE, calls(READ, EDIT)),
                DONE);

        done(ran);
        assertThat(events(desk, "tool_result")).as(how.name()).hasSize(4);
        assertThat(desk.workspace.read("a.txt")).as(how.name()).isEqualTo("two\n");
      }
    }
  }

  /// A model that says nothing at all must not spoil the requests that follow.
  @ParameterizedTest
  @EnumSource(Dialect.class)
  void conversationGoesOnAfterTroubleOfEveryKind(Dialect dialect) {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "one\n");
      desk.input("first\nsecond\nthird\nfourth\n");
      try (ScriptedModelServer server =
          ScriptedModelServer.start(
              new PlainAnswer(""),
              calls(
                  new ScriptedCall("nonsense", "{}"),
                  new ScriptedCall("read_file", "path=a.txt"),
                  READ),
              new ErrorStatus(400),
              DONE,
              new PlainAnswer("", "only thoughts", List.of(), "", StatedUsage.DEFAULT),
              DONE)) {
        Desk.Ran ran = desk.ask(server, dialect).writ("chat");

        server.assertClean();
        assertThat(ran.out()).contains("PROVIDER_ERROR", "All done.");
        assertThat(server.chats()).hasSizeGreaterThanOrEqualTo(5);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void callAtTheOutputLimitIsNotExecuted(Dialect dialect) {
    try (Desk desk = new Desk()) {
      ScriptedCall write = new ScriptedCall("write_file", "{\"path\":\"b.txt\",\"content\":\"b\"}");
      PlainAnswer cut =
          new PlainAnswer("", "", List.of(READ, write), "length", StatedUsage.DEFAULT);

      done(run(desk, dialect, cut, DONE));
      assertThat(desk.workspace.exists("b.txt")).isFalse();
      assertThat(events(desk, "tool_result").getLast().text("output").orElse(""))
          .contains("CALL_NOT_EXECUTED");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void answerAtTheOutputLimitIsNoSuccess(Dialect dialect) {
    try (Desk desk = new Desk();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer(
                    "The first half of", "", List.of(), "length", StatedUsage.DEFAULT))) {
      Desk.Ran ran = desk.ask(server, dialect).writ("run", "--json", "Go");

      assertThat(ran.exit()).isEqualTo(ExitCode.LIMIT);
      assertThat(ran.json().isTrue("success")).isFalse();
      assertThat(ran.json().text("error_code")).contains("OUTPUT_LIMIT");
      assertThat(server.chats()).hasSize(1);
    }
  }

  @Test
  void callOfAFilteredAnswerIsNotExecuted() {
    ScriptedCall write = new ScriptedCall("write_file", "{\"path\":\"b.txt\",\"content\":\"b\"}");
    try (Desk desk = new Desk();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer(
                    "", "", List.of(READ, write), "content_filter", StatedUsage.DEFAULT),
                DONE)) {
      Desk.Ran ran = desk.ask(server, Dialect.OPENAI).writ("run", "--json", "Go");

      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(ran.json().isTrue("success")).isFalse();
      assertThat(desk.workspace.exists("b.txt")).isFalse();
      assertThat(server.chats()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OPENAI, 401, PROVIDER_UNAUTHORISED, PROVIDER, 1",
    "OLLAMA, 401, PROVIDER_UNAUTHORISED, PROVIDER, 1",
    "OPENAI, 403, PROVIDER_UNAUTHORISED, PROVIDER, 1",
    "OPENAI, 400, PROVIDER_ERROR, PROVIDER, 1",
    "OPENAI, 500, PROVIDER_ERROR, PROVIDER, 4",
    "OPENAI, 529, PROVIDER_ERROR, PROVIDER, 4",
    "OPENAI, 408, PROVIDER_ERROR, PROVIDER, 4",
    "OLLAMA, 503, PROVIDER_ERROR, PROVIDER, 4",
    "OPENAI, 429, PROVIDER_RATE_LIMITED, PROVIDER, 4"
  })
  void refusalsEndTheRunWithTheirCode(
      Dialect dialect, int status, String code, ExitCode exit, int requests) {
    ErrorStatus refusal = new ErrorStatus(status);
    try (Desk desk = new Desk();
        ScriptedModelServer server =
            ScriptedModelServer.start(refusal, refusal, refusal, refusal)) {
      Desk.Ran ran = desk.ask(server, dialect).writ("run", "--json", "Go");

      assertThat(ran.exit()).isEqualTo(exit);
      assertThat(ran.json().text("error_code")).contains(code);
      assertThat(ran.json().text("required_action")).isPresent();
      assertThat(server.chats()).hasSize(requests);
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void serverThatAsksToWaitTooLongIsNotAskedAgain(Dialect dialect) {
    try (Desk desk = new Desk();
        ScriptedModelServer server =
            ScriptedModelServer.start(new ErrorStatus(429, "3600", "slow down"))) {
      Desk.Ran ran = desk.ask(server, dialect).writ("run", "--json", "Go");

      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(ran.json().text("message").orElse("")).contains("slow down", "wait until 20");
      assertThat(server.chats()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void serverThatIsNotThereIsSaidSo(Dialect dialect) throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      desk.ask(server, dialect).set("WRIT_ENDPOINT", "http://127.0.0.1:" + port);
      Desk.Ran ran = desk.writ("run", "Go");

      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(ran.err()).contains("PROVIDER_UNREACHABLE", "127.0.0.1:" + port, "writ demo");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void keyThatTheServerEchoesIsShownNowhere(Dialect dialect) {
    try (Desk desk = new Desk().set("WRIT_LLM_API_KEY", "very-secret-key-of-mine")) {
      Desk.Ran ran = run(desk, dialect, new FaultyAnswer(AnswerFault.ECHO_KEY, 0, DONE));

      assertThat(ran.exit()).isEqualTo(ExitCode.PROVIDER);
      assertThat(ran.toString() + desk.session()).doesNotContain("very-secret-key-of-mine");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void deniedCallAtTheEndIsTheExitCode(Dialect dialect) {
    try (Desk desk = new Desk()) {
      Desk.Ran ran =
          run(desk, dialect, calls(new ScriptedCall("run_command", "{\"program\":\"rm\"}")), DONE);

      assertThat(ran.exit()).isEqualTo(ExitCode.DENIED);
      assertThat(ran.json().items("denials").getFirst().write()).contains("APPROVAL_UNAVAILABLE");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void limitOfIterationsIsTheExitCode(Dialect dialect) {
    try (Desk desk = new Desk().set("WRIT_AGENT_MAX_ITERATIONS", "1")) {
      Desk.Ran ran = run(desk, dialect, calls(READ, EDIT));

      assertThat(ran.exit()).isEqualTo(ExitCode.LIMIT);
      assertThat(ran.json().text("error_code")).contains("MAX_ITERATIONS");
      assertThat(desk.workspace.read("a.txt")).isEqualTo("two\n");
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void streamTellsEverySessionEventAndTheDeltas(Dialect dialect) {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(calls(READ, EDIT), DONE)) {
      desk.workspace.write("a.txt", "one\n");
      Desk.Ran ran = desk.ask(server, dialect).writ("run", "--output", "stream-json", "Go");

      List<Json.Obj> lines = ran.lines();
      assertThat(lines.getLast().text("type")).contains("result");
      assertThat(lines).anyMatch(l -> l.text("type").orElse("").equals("delta"));
      assertThat(lines.stream().filter(l -> l.number("seq").isPresent()).toList())
          .isEqualTo(desk.session());
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void promptComesFromStandardInput(Dialect dialect) {
    try (Desk desk = new Desk();
        ScriptedModelServer server = ScriptedModelServer.start(DONE)) {
      Desk.Ran ran = desk.ask(server, dialect).input("Read this\nand that\n").writ("run", "-");

      assertThat(ran.out()).isEqualTo("All done.\n");
      assertThat(server.chats().getFirst().body()).contains("Read this\\nand that");
    }
  }
}
