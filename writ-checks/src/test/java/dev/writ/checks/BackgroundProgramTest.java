// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptedModelServer;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Background commands, in the program as a person starts it.
class BackgroundProgramTest {
  /// The limit of the first request, in bytes (§3).
  private static final int FIRST_REQUEST_BYTES = 5500;

  private static final PlainAnswer DONE = new PlainAnswer("All done.");
  private static final String[] RUN = {
    "run", "--output", "stream-json", "--allow-dangerous", "--execution", "full_autonomous", "Go"
  };

  private static PlainAnswer call(String tool, String name, String value) {
    return new PlainAnswer(
        "", new ScriptedCall(tool, Json.object().put(name, value).build().write()));
  }

  private static PlainAnswer look(String id) {
    return new PlainAnswer(
        "", new ScriptedCall("command_output", "{\"id\":\"" + id + "\",\"wait\":60}"));
  }

  @Test
  void aServerIsStartedUsedAndEndedWithTheSession() throws Exception {
    String mark = "72" + System.nanoTime();
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(
                call("run_background", "command", "sh serve.sh"),
                call("run_background", "command", "tail -n +1 -F log/served"),
                look("b2"),
                call("run_command", "command", "sh ask.sh"),
                call("stop_command", "id", "b2"),
                DONE)) {
      program.workspace.write(
          "serve.sh",
          "echo up > log/served; while [ ! -e log/asked ]; do sleep 0.01; done;"
              + " echo answer > log/answer; sleep "
              + mark
              + "\n");
      program.workspace.write(
          "ask.sh",
          "echo asking; touch log/asked; while [ ! -e log/answer ]; do sleep 0.01; done;"
              + " cat log/answer; sleep 1.5; echo over\n");
      program.workspace.write(".gitignore", "/log/\n"); // elsewhere it may not write
      program.workspace.write("log/served", "");
      Program.Ran ran = program.ask(server).run(RUN);

      assertThat(ran.exit()).as(ran.toString()).isZero();
      assertThat(server.chats().getFirst().body().length()).isLessThan(FIRST_REQUEST_BYTES);
      assertThat(server.chats().getFirst().body()).doesNotContain("\"stop_command\"");
      assertThat(server.chats().get(1).body()).contains("\"stop_command\"", "b1 started");
      assertThat(server.chats().get(3).body()).contains("b2 runs\\nup\\n");
      assertThat(server.chats().getLast().body()).contains("asking\\nanswer\\nover");
      assertThat(ran.out().lines().map(Program::json).filter(BackgroundProgramTest::isOutput))
          .extracting(line -> line.text("text").orElse(""))
          .startsWith("asking\nanswer\n");
      assertThat(runs(mark)).isFalse();
      assertThat(program.run("audit", "verify").exit()).isZero();
      assertThat(program.run("audit", "--long").out())
          .containsPattern("sh serve.sh . stopped exit:1")
          .containsPattern("tail -n .1 -F log/served . stopped exit:1");
    }
  }

  private static boolean isOutput(Json.Obj line) {
    return line.text("type").filter("output"::equals).isPresent();
  }

  @Test
  @Timeout(120)
  void whereWritIsKilledNamespacesEndWhatItStarted() throws Exception {
    String mark = "73" + System.nanoTime();
    FaultyAnswer stall =
        new FaultyAnswer(AnswerFault.STALL, 100, new PlainAnswer("I think for a long time"));
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(call("run_background", "command", "sleep " + mark), stall)) {
      program.set("WRIT_SAFETY_SANDBOX", "namespaces");
      Process process = program.ask(server).start(RUN);
      server.awaitRequests(2);
      while (!hasBegun(mark)) { // a moment earlier bubblewrap itself isn't bound to its parent yet
        StatePoll.pause();
      }
      Program.signal("KILL", process);
      int _ = process.waitFor();
      while (runs(mark)) {
        StatePoll.pause();
      }

      Program.Ran verified = program.run("audit", "verify");
      assertThat(verified.exit()).isEqualTo(1);
      assertThat(verified.err()).contains("open: ", "sleep " + mark);
    }
  }

  @Test
  void whereWritIsAskedToEndItEndsThemFirst() throws Exception {
    String mark = "74" + System.nanoTime();
    FaultyAnswer stall =
        new FaultyAnswer(AnswerFault.STALL, 100, new PlainAnswer("I think for a long time"));
    try (Program program = new Program();
        ScriptedModelServer server =
            ScriptedModelServer.start(call("run_background", "command", "sleep " + mark), stall)) {
      Process process = program.ask(server).start(RUN);
      server.awaitRequests(2);
      assertThat(runs(mark)).isTrue();
      Program.signal("HUP", process);
      Program.Ran _ = program.ran(process);

      assertThat(runs(mark)).isFalse();
      assertThat(program.run("audit", "verify").exit()).isZero();
      // Asked to end, or killed where a busy machine took too long for that.
      assertThat(program.run("audit", "--long").out())
          .containsPattern("sleep " + mark + " . stopped exit:1(43|37)");
    }
  }

  /// Whether a process with such a word runs.
  private static boolean runs(String word) throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(path -> path.getFileName().toString().matches("\\d+"))
          .anyMatch(path -> words(path).contains(word));
    }
  }

  /// Whether the program itself runs, not only what makes its sandbox.
  private static boolean hasBegun(String word) throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(path -> path.getFileName().toString().matches("\\d+"))
          .map(BackgroundProgramTest::words)
          .anyMatch(words -> words.contains(word) && words.getFirst().endsWith("sleep"));
    }
  }

  private static List<String> words(Path process) {
    try {
      byte[] line = Files.readAllBytes(process.resolve("cmdline"));
      return List.of(new String(line, StandardCharsets.UTF_8).split("\0"));
    } catch (IOException _) {
      return List.of(); // it has ended
    }
  }
}
