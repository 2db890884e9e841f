// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.verify.VerificationReport;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that go on: started, looked at and ended through every gate, in the real sandbox.
class BackgroundToolsTest {
  /// Says one thing, and another once it may.
  private static final String TWO_STEPS =
      "echo one; while [ ! -e go ]; do sleep 0.01; done; echo two; exit 3\n";

  @TempDir Path directory;

  private Door full(String sandbox) {
    return Door.in(
        directory,
        setup -> {
          setup.execution = ExecutionMode.FULL_AUTONOMOUS;
          setup.rules = Door.under(sandbox);
        });
  }

  private static CallAnswer start(Door door, String command) {
    return door.call("run_background", "command", command);
  }

  private static String output(Door door, String id) {
    return door.text("command_output", "id", id, "wait", 60);
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void outputComesPieceByPieceAndItsEndIsTold(String sandbox) throws Exception {
    try (Door door = full(sandbox)) {
      door.file("steps.sh", TWO_STEPS);

      assertThat(start(door, "sh steps.sh").result().content()).startsWith("b1 started.");
      assertThat(output(door, "b1")).isEqualTo("b1 runs\none\n");
      assertThat(door.text("command_output", "id", "b1")).isEqualTo("b1 runs\n(no output)");
      assertThat(door.governor.background()).containsExactly("b1 (sh steps.sh) runs");
      assertThat(new AuditTrail(door.data).verify().open()).hasSize(1);
      door.file("go", "");
      String last = output(door, "b1");
      if (last.equals("b1 runs\ntwo\n")) {
        last += output(door, "b1");
      }
      assertThat(last).contains("two\n", "b1 has ended after ", "exit code 3");
      assertThat(door.governor.background()).isEmpty();
      assertThat(new AuditTrail(door.data).verify().sound()).isTrue();
      assertThat(door.audit())
          .contains("\"code\":\"started\"", "\"type\":\"ended\"", "\"exit_code\":3");
      assertThat(Files.readString(door.data.resolve("audit.log")))
          .contains(" | sh steps.sh | started:b1 | ", " | sh steps.sh | exit:3 | ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void stoppingAndClosingEndTheWholeTree(String sandbox) throws Exception {
    String mark = "71" + System.nanoTime();
    try (Door door = full(sandbox)) {
      door.file("tree.sh", "(setsid sleep " + mark + " &)\necho up\nsleep " + mark + "\n");
      start(door, "sh tree.sh");
      start(door, "sh tree.sh");
      assertThat(output(door, "b1")).endsWith("up\n");
      assertThat(output(door, "b2")).endsWith("up\n");

      assertThat(door.text("stop_command", "id", "b1")).contains("b1 has ended", "exit code");
      assertThat(door.text("command_output", "id", "b1")).contains("b1 has ended");
      assertThat(runs(mark)).isTrue();
    }
    assertThat(runs(mark)).isFalse();
    AuditTrail trail = new AuditTrail(directory.resolve("data"));
    assertThat(trail.verify().sound()).isTrue();
    assertThat(trail.verify().faults()).isEmpty();
    assertThat(Files.readString(directory.resolve("data/audit.jsonl")).split("\"stopped\""))
        .hasSize(3);
  }

  /// What is protected changes rightly while a command goes on, and stays as it became.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatOthersChangeMeanwhileStaysAndTheCommandReachesNothingProtected(String sandbox)
      throws Exception {
    try (Door door = full(sandbox)) {
      repository(door.root);
      String config = door.read(".git/config");
      door.file(".gitignore", "/made/\n");
      door.file("made/here", "");
      door.file("sub/here", "");
      door.file(
          "write.sh",
          "echo x > made/it; echo x > sub/made; mkdir .vscode; echo x > .git/config; echo x >"
              + " .git/x; echo x > beside; echo x >> write.sh; echo tried; while [ ! -e go ]; do"
              + " sleep 0.01; done\n");
      start(door, "sh write.sh 2>/dev/null");
      assertThat(output(door, "b1")).endsWith("tried\n");
      assertThat(door.code("write_file", "path", "a.txt", "content", "a\n")).isEqualTo("ok");
      assertThat(door.code("run_command", "command", "git branch -q other")).isEqualTo("ok");
      door.file(".vscode/settings.json", "{}");
      door.file("go", "");
      assertThat(output(door, "b1")).contains("has ended");

      assertThat(door.root.resolve("made/it")).exists();
      assertThat(door.root.resolve("sub/made")).doesNotExist();
      assertThat(door.root.resolve("beside")).doesNotExist();
      assertThat(door.read("write.sh")).hasLineCount(1);
      assertThat(door.read(".vscode/settings.json")).isEqualTo("{}");
      assertThat(door.root.resolve(".git/refs/heads/other")).exists();
      assertThat(door.root.resolve(".git/x")).doesNotExist();
      assertThat(door.read(".git/config")).isEqualTo(config);
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
      assertThat(door.governor.ledger()).contains("a.txt");
    }
  }

  /// A directory of outputs in which something is tracked is a directory like any other.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatGitTracksIsNobodysOutput(String sandbox) throws Exception {
    try (Door door = full(sandbox)) {
      door.file("build/keep.txt", "kept\n");
      door.file("gen/deep/keep.txt", "kept\n");
      door.file(
          "Makefile",
          "all:\n\tfor d in build gen/deep dist gen; do echo x >> $$d/keep.txt; done; "
              + "echo tried; while [ ! -e go ]; do sleep 0.01; done\n");
      Scripts.repository(door);
      door.file(".gitignore", "gen/\n");
      door.file("dist/here", "");
      start(door, "make -s -i 2>/dev/null");
      assertThat(output(door, "b1")).endsWith("tried\n");
      door.call("run_command", "command", "sh -c 'echo y >> build/keep.txt'");
      door.file("go", "");
      assertThat(output(door, "b1")).contains("has ended");
      assertThat(door.read("build/keep.txt")).doesNotContain("x");
      assertThat(door.read("gen/deep/keep.txt")).isEqualTo("kept\n");
      assertThat(door.root.resolve("gen/keep.txt")).doesNotExist();
      if (door.read("build/keep.txt").contains("y")) {
        assertThat(door.governor.ledger()).contains("build/keep.txt");
      }
    }
  }

  /// What the person's Git or another program obeys by its place stays, although Git ignores it.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatProgramsObeyIsNobodysOutput(String sandbox) throws Exception {
    List<String> obeyed =
        List.of(
            "gen/hooks/pre-commit",
            "sub/.vscode/tasks.json",
            ".devcontainer/devcontainer.json",
            ".config/mise/config.toml",
            "clone/.git/config",
            "repos/inner/.git/config",
            "repos/inner/src/a.txt",
            "new/hooks/pre-commit");
    try (Door door = full(sandbox)) {
      repository(door.root);
      door.file(
          ".gitignore", "gen/\n.vscode/\n.devcontainer/\n.config/\nmade/\nnew/\nclone/\nrepos/\n");
      for (String place : obeyed) {
        Files.createDirectories(door.root.resolve(place).getParent());
      }
      Files.delete(door.root.resolve("new/hooks"));
      door.file("clone/.git/HEAD", "ref: refs/heads/x\n");
      door.file("repos/inner/.git/HEAD", "ref: refs/heads/x\n");
      Files.createDirectories(door.root.resolve("made/out"));
      Scripts.git(door, "config", "core.hooksPath", "gen/hooks");
      Scripts.git(door, "config", "include.path", "../new/hooks/pre-commit");
      StringBuilder script = new StringBuilder("mkdir new/hooks; echo x > made/out/it\n");
      obeyed.forEach(place -> script.append("echo x > ").append(place).append('\n'));
      door.file("write.sh", script + "echo tried; while [ ! -e go ]; do sleep 0.01; done\n");
      start(door, "sh write.sh 2>/dev/null");
      assertThat(output(door, "b1")).endsWith("tried\n");
      obeyed.forEach(place -> assertThat(door.root.resolve(place)).doesNotExist());
      assertThat(door.root.resolve("made/out/it")).exists();
      door.file("go", "");
      assertThat(output(door, "b1")).contains("has ended");
    }
  }

  private static void repository(Path root) throws Exception {
    for (String command :
        List.of("init -q .", "-c user.name=x -c user.email=x@x commit -q --allow-empty -m x")) {
      ProcessBuilder git =
          new ProcessBuilder(("git " + command).split(" ")).directory(root.toFile());
      git.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
      assertThat(git.inheritIO().start().waitFor()).isZero();
    }
  }

  @Test
  void gatesJudgeItLikeAnyCommand() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "one\n");
      assertThat(Door.code(start(door, "cat a.txt"))).isEqualTo("ok");
      assertThat(Door.code(start(door, "sh -c x"))).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(Door.code(start(door, "rm -rf /"))).isNotEqualTo("ok");
      assertThat(Door.code(start(door, "sudo ls"))).isEqualTo("COMMAND_DENIED");
      assertThat(Door.code(start(door, "cat ../x"))).isEqualTo("PATH_OUTSIDE_WORKSPACE");
      assertThat(Door.code(start(door, "sleep 1 &"))).isEqualTo("COMMAND_UNSUPPORTED");
      door.state.mode(Door.mode("ask"));
      assertThat(Door.code(start(door, "cat a.txt"))).isEqualTo("TOOL_NOT_ALLOWED_IN_MODE");
      assertThat(door.governor.background()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "cd sub && tail -f in.txt      # ok",
        "sleep 1 && sleep 2            # COMMAND_UNSUPPORTED",
        "sleep 1; sleep 2              # COMMAND_UNSUPPORTED",
        "no-such-program               # BINARY_NOT_FOUND",
      })
  void whatCanBeStarted(String command, String code) {
    try (Door door = full("auto")) {
      door.file("sub/in.txt", "");
      assertThat(Door.code(start(door, command))).isEqualTo(code);
    }
  }

  @Test
  void aProgramThatCannotBeStartedLeavesNothing() {
    try (Door door = full("landlock")) {
      Path broken = door.file("broken", "#!/no/such/interpreter\n");
      assertThat(broken.toFile().setExecutable(true)).isTrue();
      assertThat(Door.code(start(door, "./broken"))).isEqualTo("COMMAND_FAILED_TO_START");
      assertThat(door.text("command_output", "id", "b1")).contains("there is nothing");
    }
  }

  @Test
  void eightRunAtOnceAndUnknownOnesAreNamed() {
    try (Door door = full("landlock")) {
      assertThat(door.text("stop_command", "id", "b1"))
          .contains("INVALID_ARGUMENTS", "there is no background command", "there is nothing");
      for (int i = 1; i <= 8; i++) {
        assertThat(Door.code(start(door, "sleep 600"))).isEqualTo("ok");
      }
      assertThat(start(door, "sleep 600").result().content())
          .contains("COMMAND_FAILED_TO_START", "b1, b2, b3", "stop_command");
      assertThat(door.code("stop_command", "id", "b3")).isEqualTo("ok");
      assertThat(Door.code(start(door, "sleep 600"))).isEqualTo("ok");
      assertThat(door.text("command_output", "id", "b99")).contains("b1, b2, b3", "b9");
    }
  }

  @Test
  void onlyItsBackgroundMayTakeLonger() {
    try (Door door = full("auto")) {
      assertThat(door.text("run_command", "command", "sleep 1", "timeout", 601))
          .contains("INVALID_ARGUMENTS", "1 to 600", "run_background");
      door.call("run_background", "command", "sleep 60", "timeout", 1);
      assertThat(output(door, "b1")).contains("at its time limit");
      assertThat(door.audit()).contains("\"code\":\"COMMAND_TIMEOUT\"");
    }
  }

  @Test
  void inv14ASecretThatComesInTwoPiecesIsMasked() {
    try (Door door = full("auto")) {
      door.file(
          "leak.sh",
          "printf 'is ghp_0123456789'; while [ ! -e go ]; do sleep 0.01; done;"
              + " echo abcdefghijklmnopqrstuvwxyz; printf 'end'\n");
      start(door, "sh leak.sh");
      String all = output(door, "b1");
      door.file("go", "");
      while (!all.contains("has ended")) {
        all += output(door, "b1");
      }
      assertThat(all).contains("is ", "secret masked", "end").doesNotContain("0123456789");
    }
  }

  /// Nothing hides it from a command that runs already; what it says is masked.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void inv14ASecretFileThatComesLaterIsMasked(String sandbox) {
    try (Door door = full(sandbox)) {
      door.file(
          "later.sh",
          "echo begun; while [ ! -e go ]; do sleep 0.01; done; cat .env deep/.env; cat .env >&2\n");
      start(door, "sh later.sh");
      door.file("deep/plain.txt", "plain\n");
      door.file(".env", "API_KEY=zebra7quartz9velvet\n");
      door.file("go", "");
      String all = output(door, "b1");
      while (!all.contains("has ended")) {
        all += output(door, "b1");
      }
      assertThat(all).contains("API_KEY=", "secret masked").doesNotContain("zebra7");
      assertThat(door.text("command_output", "id", "b1")).doesNotContain("zebra7");
    }
  }

  @Test
  void toolsThatLookAfterItAreOfferedOnceItIsOfUse() {
    try (Door door = full("auto")) {
      assertThat(offered(door)).doesNotContain("run_background").hasSize(9);
      assertThat(door.code("more_tools", "query", "run_background")).isEqualTo("ok");
      assertThat(offered(door)).contains("run_background").doesNotContain("command_output");
      start(door, "sleep 600");
      assertThat(offered(door)).contains("command_output", "stop_command");
      door.state.mode(Door.mode("architect"));
      assertThat(offered(door)).doesNotContain("run_background");
    }
  }

  private static List<String> offered(Door door) {
    return door.governor.gate().catalogue().offered(door.state.mode()).stream()
        .map(ToolDefinition::name)
        .toList();
  }

  @Test
  void anAbortEndsTheWaitingAndNotTheCommand() throws Exception {
    try (Door door = full("auto")) {
      start(door, "sleep 600");
      CountDownLatch interrupted = new CountDownLatch(1);
      Thread thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    ToolCall call =
                        new ToolCall("c", "command_output", "{\"id\":\"b1\",\"wait\":600}");
                    try {
                      door.governor.gate().call(call, door.state, door.origin());
                    } catch (InterruptedException _) {
                      interrupted.countDown();
                    }
                  });
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        StatePoll.pause();
      }
      thread.interrupt();
      assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(door.text("command_output", "id", "b1")).startsWith("b1 runs");
    }
  }

  @Test
  void aDryRunStartsNothing() {
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.execution = ExecutionMode.FULL_AUTONOMOUS;
              setup.course = dev.writ.kernel.session.GovernancePolicy.ExecutionCourse.DRY_RUN;
            })) {
      assertThat(start(door, "sleep 600").result().content())
          .contains("Dry run", "start in the background in .");
      assertThat(door.governor.background()).isEmpty();
    }
  }

  private static boolean runs(String word) throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(path -> path.getFileName().toString().matches("\\d+"))
          .anyMatch(path -> words(path).contains(word));
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
