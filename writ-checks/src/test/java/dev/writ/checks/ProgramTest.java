// Implements: docs/spec/12-plans-and-workers.md §12.2 (Unattended runs)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `./writ` as a process: exit codes, signals, disks.
class ProgramTest {
  private static final PlainAnswer DONE = new PlainAnswer("All done.");

  private static PlainAnswer write(String path) {
    return new PlainAnswer(
        "", new ScriptedCall("write_file", "{\"path\":\"" + path + "\",\"content\":\"new\\n\"}"));
  }

  @Test
  void answerGoesToStandardOutputAndTheRestToStandardError() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(write("a.txt"), DONE)) {
      Program.Ran ran = program.ask(server).run("run", "Write a.txt");

      assertThat(ran.exit()).isZero();
      assertThat(ran.out()).isEqualTo("All done.\n");
      assertThat(ran.err()).contains("✓ Write a.txt +1 −0\n");
      assertThat(program.workspace.read("a.txt")).isEqualTo("new\n");
    }
  }

  @Test
  void jsonIsOneObjectAndStreamJsonOnePerLine() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(DONE, DONE)) {
      program.ask(server);
      Program.Ran json = program.run("run", "--output", "json", "Go");
      assertThat(json.out()).hasLineCount(1);
      assertThat(json.json().text("result")).contains("All done.");
      Program.Ran stream = program.typed("Go\n", "run", "--output", "stream-json", "-");
      assertThat(stream.out().lines().map(Program::json).map(l -> l.text("type").orElse("")))
          .startsWith("session_start")
          .contains("delta", "assistant")
          .endsWith("result");
    }
  }

  @ParameterizedTest
  @CsvSource({"401, 6", "500, 6", "400, 6"})
  void trouble(int status, int exit) throws Exception {
    ErrorStatus refusal = new ErrorStatus(status);
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(refusal, refusal, refusal, refusal)) {
      Program.Ran ran = program.ask(server).run("run", "Go");
      assertThat(ran.exit()).isEqualTo(exit);
      assertThat(ran.err()).contains("writ: PROVIDER_").doesNotContain("\tat ");
    }
  }

  @Test
  void wrongUseDenialAndLimitHaveTheirCodes() throws Exception {
    PlainAnswer rm = new PlainAnswer("", new ScriptedCall("run_command", "{\"program\":\"rm\"}"));
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(rm, DONE, write("a.txt"))) {
      program.ask(server);
      assertThat(program.run("run", "--modell", "x", "Go").exit()).isEqualTo(2);
      assertThat(program.run("run", "Go").exit()).isEqualTo(3);
      assertThat(program.run("run", "--max-iterations", "1", "Go").exit()).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void signalEndsARunInGoodOrder(String signal, int exit) throws Exception {
    FaultyAnswer stall =
        new FaultyAnswer(AnswerFault.STALL, 100, new PlainAnswer("I think for a long time"));
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(write("a.txt"), stall)) {
      Process process = program.ask(server).start("run", "--output", "json", "Go");
      server.awaitRequests(2);
      Program.signal(signal, process);
      Program.Ran ran = program.ran(process);

      assertThat(ran.exit()).isIn(exit, 130);
      assertThat(ran.json().text("error_code")).contains("ABORTED");
      List<Json.Obj> session = program.session();
      assertThat(session.getLast().text("type")).contains("session_end");
      assertThat(program.run("trace", "verify").exit()).isZero();
    }
  }

  @Test
  void versionAndHelpLeaveNothingBehind() throws Exception {
    try (Program program = new Program()) {
      for (String word : new String[] {"--version", "--help"}) {
        assertThat(program.run(word).exit()).isZero();
      }
      assertThat(Program.files(program.home.root()))
          .extracting(f -> f.getFileName().toString())
          .containsExactly("err", "out");
      assertThat(Program.files(program.workspace.root())).isEmpty();
    }
  }

  @Test
  void homeThatCannotBeWrittenEndsTheRunBeforeAnythingHappens() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(write("a.txt"), DONE)) {
      Program.Ran ran = program.ask(server).set("HOME", "/proc/nowhere").run("run", "Go");

      assertThat(ran.exit()).isEqualTo(1);
      assertThat(ran.err()).contains("/proc/nowhere").doesNotContain("\tat ");
      assertThat(server.chats()).isEmpty();
      assertThat(program.workspace.exists("a.txt")).isFalse();
    }
  }

  @Test
  void fullDiskForTheSessionEndsTheRun() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(write("a.txt"), DONE);
        TinyDisk disk = TinyDisk.at(program.home.path(".config"))) {
      disk.fill();
      Program.Ran ran = program.ask(server).run("run", "Go");

      assertThat(ran.exit()).isEqualTo(1);
      assertThat(ran.err()).contains("No space left", "disk").doesNotContain("\tat ");
      assertThat(program.workspace.exists("a.txt")).isFalse();
    }
  }

  @Test
  void fullDiskForTheAuditStopsEveryAct() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server = ScriptedModelServer.start(write("a.txt"), DONE);
        TinyDisk disk = TinyDisk.at(program.home.path(".writ"))) {
      disk.fill();
      Program.Ran ran = program.ask(server).run("run", "--json", "Go");

      assertThat(ran.exit()).isEqualTo(1);
      assertThat(ran.json().text("error_code")).contains("AUDIT_UNAVAILABLE");
      assertThat(program.workspace.exists("a.txt")).isFalse();
      assertThat(server.chats()).hasSize(1);
    }
  }

  @Test
  void fullDiskForTheLedgerLeavesFilesAsTheyWere() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer("", new ScriptedCall("read_file", "{\"path\":\"a.txt\"}")),
                write("a.txt"),
                DONE);
        TinyDisk disk = TinyDisk.at(program.workspace.root())) {
      program.workspace.write("a.txt", "old\n");
      disk.fill();
      Program.Ran ran = program.ask(server).run("run", "Go");

      assertThat(ran.err()).contains("IO_ERROR");
      assertThat(program.workspace.read("a.txt")).isEqualTo("old\n");
      disk.empty();
      assertThat(program.run("trace", "verify").exit()).isZero();
    }
  }

  @Test
  void workspaceThatIsReadOnlyIsReadAndNotChanged() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                new PlainAnswer("", new ScriptedCall("read_file", "{\"path\":\"a.txt\"}")),
                write("b.txt"),
                DONE);
        TinyDisk disk = TinyDisk.at(program.workspace.root())) {
      program.workspace.write("a.txt", "old\n");
      disk.readOnly();
      Program.Ran ran = program.ask(server).run("run", "Go");

      assertThat(ran.err()).contains("✓ Read a.txt: 1 line\n", "IO_ERROR", "Read-only");
      assertThat(program.workspace.exists("b.txt")).isFalse();
    }
  }

  @Test
  void chatThroughAPipeIsATurnPerLine() throws Exception {
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(DONE, write("a.txt"), new PlainAnswer("Nobody agreed."))) {
      Program.Ran ran = program.ask(server).typed("one\ntwo\n", "chat");

      assertThat(ran.out()).contains("All done.", "APPROVAL_UNAVAILABLE", "Nobody agreed.");
      assertThat(ran.exit()).isEqualTo(3);
      assertThat(program.workspace.exists("a.txt")).isFalse();
      server.assertClean();
    }
  }
}
