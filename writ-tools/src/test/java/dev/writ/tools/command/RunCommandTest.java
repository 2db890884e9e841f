// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.tools.ContainmentTest;
import dev.writ.tools.builtin.Door;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunCommandTest {
  @TempDir Path directory;

  private static CallAnswer run(Door door, String program, String... arguments) {
    return door.call("run_command", "program", program, "args", List.of(arguments));
  }

  @Test
  void runsAProgramWithItsArguments() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "one\ntwo\n");

      CallAnswer answer = run(door, "head", "-n", "1", "a.txt");

      assertThat(answer.result().content()).isEqualTo("one\n");
      assertThat(answer.result().metadata().number("exit_code")).hasValue(0);
      assertThat(run(door, "grep", "zzz", "a.txt").result().content()).isEqualTo("exit code 1\n");
      assertThat(run(door, "cat", "missing").result().content())
          .contains("exit code 1")
          .contains("stderr:");
    }
  }

  @Test
  void inv14ASearchOfATreePassesOverSecrets() {
    try (Door door = Door.in(directory)) {
      door.file(".env", "KEY=1\n");
      door.file("sub/id_rsa", "KEY=2\n");
      door.file("a.txt", "KEY=3\n");

      assertThat(run(door, "grep", "-rh", "KEY", ".").result().content()).isEqualTo("KEY=3\n");
      for (String include : List.of("--include=.env", "--include=id_rsa")) {
        assertThat(run(door, "grep", "-r", include, "KEY", ".").result().content())
            .isEqualTo("exit code 1\n");
        assertThat(run(door, "grep", "-r", include, "--", "KEY", ".").result().content())
            .isEqualTo("exit code 1\n");
      }
      assertThat(Door.code(run(door, "grep", "-r", "-e"))).isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @Test
  void aCommandEndsWithItsTurn() throws Exception {
    try (Door door = Door.in(directory)) {
      door.state.time(() -> Optional.of(Duration.ofMillis(-5)));
      ContainmentTest.fifo(door.root.resolve("pipe"));
      CallAnswer ended = run(door, "cat", "pipe");
      assertThat(Door.code(ended)).isEqualTo("COMMAND_TIMEOUT");
      assertThat(ended.result().content())
          .contains("was ended after 1 s", "agent.max_duration_seconds");

      door.state.time(() -> Optional.of(Duration.ofHours(1)));
      assertThat(run(door, "echo", "a").result().content()).isEqualTo("a\n");
      assertThat(door.audit()).contains("\"timeout_seconds\":1,", "\"timeout_seconds\":60,");
    }
  }

  @Test
  void inv1NothingIsEverGivenToAShell() {
    String evil = "$(touch pwned); `touch pwned` && touch pwned | touch pwned > pwned *";
    try (Door door = Door.in(directory)) {
      door.file("a.txt", evil + "\n");

      assertThat(run(door, "echo", evil).result().content()).isEqualTo(evil + "\n");
      assertThat(run(door, "grep", "-F", evil, "a.txt").result().content()).isEqualTo(evil + "\n");
      assertThat(Door.code(run(door, "cat a.txt"))).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(Door.code(run(door, "sh", "-c", "touch pwned"))).isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(door.root.resolve("pwned")).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".   | ../outside       | PATH_OUTSIDE_WORKSPACE",
        ".   | /etc/passwd      | PATH_OUTSIDE_WORKSPACE",
        ".   | link             | PATH_OUTSIDE_WORKSPACE",
        "sub | ../../outside    | PATH_OUTSIDE_WORKSPACE",
        "sub | ../link          | PATH_OUTSIDE_WORKSPACE",
        "sub | ../in.txt        | ok",
        "sub | in.txt           | ok",
        "..  | in.txt           | PATH_OUTSIDE_WORKSPACE",
        "/   | etc/passwd       | PATH_OUTSIDE_WORKSPACE",
        "out | in.txt           | PATH_OUTSIDE_WORKSPACE",
        "''  | in.txt           | INVALID_ARGUMENTS",
        "no  | in.txt           | FILE_NOT_FOUND",
        "in.txt | x             | NOT_A_FILE",
        ".   | ssh/id           | BLOCKED_PATH",
        ".   | .env             | APPROVAL_UNAVAILABLE",
        "sub | ../.env          | APPROVAL_UNAVAILABLE",
        ".   | sub/../.ENV      | APPROVAL_UNAVAILABLE",
      })
  void operandsStayInside(String where, String operand, String code) throws IOException {
    try (Door door =
        Door.in(directory, setup -> setup.blocked = List.of(directory.resolve("root/ssh")))) {
      Path outside = Files.writeString(directory.resolve("outside"), "secret");
      Files.createSymbolicLink(door.root.resolve("link"), outside);
      Files.createSymbolicLink(door.root.resolve("out"), directory);
      for (String name : List.of("in.txt", "sub/in.txt", "ssh/id", ".env", ".ENV")) {
        door.file(name, "plain\n");
      }

      CallAnswer answer =
          door.call(
              "run_command", "program", "cat", "args", List.of(operand), "working_dir", where);

      assertThat(Door.code(answer)).isEqualTo(code);
      assertThat(answer.result().content()).doesNotContain("secret\n");
    }
  }

  @Test
  void aCommandThatTakesTooLongIsEnded() throws Exception {
    try (Door door = Door.in(directory)) {
      ContainmentTest.fifo(door.root.resolve("pipe"));

      CallAnswer answer =
          door.call("run_command", "program", "cat", "args", List.of("pipe"), "timeout", 1);

      assertThat(Door.code(answer)).isEqualTo("COMMAND_TIMEOUT");
      assertThat(door.audit()).contains("COMMAND_TIMEOUT");
    }
  }

  @Test
  void anAbortEndsTheProgramAndLeavesAnOutcome() throws Exception {
    try (Door door = Door.in(directory)) {
      Path pipe = door.root.resolve("pipe");
      ContainmentTest.fifo(pipe);
      AtomicReference<String> ended = new AtomicReference<>("");
      CountDownLatch done = new CountDownLatch(1);
      Thread thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      ToolCall call =
                          new ToolCall(
                              "c", "run_command", "{\"program\":\"cat\",\"args\":[\"pipe\"]}");
                      CallAnswer answer =
                          door.governor.gate().call(call, door.state, door.origin());
                      ended.set(Door.code(answer) + Thread.interrupted());
                    } catch (InterruptedException _) {
                      ended.set("interrupted");
                    }
                    done.countDown();
                  });
      // Opening for writing waits until the program has opened the pipe for reading.
      try (var out = Files.newOutputStream(pipe)) {
        thread.interrupt();
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ended).hasValue("CALL_ABORTEDtrue");
        assertThat(out).isNotNull();
      }
      assertThat(door.governor.audit().open()).isEmpty();
      assertThat(door.audit()).contains("CALL_ABORTED");
      assertThat(door.code("run_command", "program", "pwd")).isEqualTo("ok");
    }
  }

  @Test
  void wordsOfItsOwnArePerformedByWrit() {
    try (Door door = Door.in(directory)) {
      assertThat(run(door, "pwd").result().content()).isEqualTo(door.root + "\n");
      assertThat(run(door, "echo", "-n", "a", "b").result().content()).isEqualTo("a b");
      assertThat(run(door, "true").result().content()).isEqualTo("(no output)");
      assertThat(run(door, "false").result().content()).contains("exit code 1");
      assertThat(run(door, "which", "cat").result().content()).endsWith("/cat\n");
      assertThat(run(door, "which", "no-such-program").result().content()).contains("exit code 1");
      assertThat(run(door, "type", "cd", "echo").result().content())
          .contains("echo is performed by Writ itself")
          .contains("cd is performed by Writ itself");
    }
  }

  @Test
  void outputIsCutAndSaysSo() {
    try (Door door = Door.in(directory)) {
      door.file("big.txt", "x".repeat(11 * 1024 * 1024));

      CallAnswer answer = run(door, "cat", "big.txt");

      assertThat(answer.result().content().length()).isLessThan(1_100_000);
      assertThat(answer.result().content()).contains("cut");
    }
  }

  @Test
  void outputOfACommandThatTookTooLongIsCutLikeAnyOther() throws Exception {
    try (Door door = Door.in(directory)) {
      door.file("big.txt", "x\n".repeat(5 * 1024 * 1024));
      ContainmentTest.fifo(door.root.resolve("pipe"));

      CallAnswer answer =
          door.call(
              "run_command", "program", "cat", "args", List.of("big.txt", "pipe"), "timeout", 5);

      assertThat(Door.code(answer)).isEqualTo("COMMAND_TIMEOUT");
      assertThat(answer.result())
          .isInstanceOfSatisfying(
              ToolResult.Failure.class,
              failure ->
                  assertThat(failure.error().message())
                      .hasSizeLessThanOrEqualTo(ToolResult.MAX_OUTPUT_CHARS)
                      .contains("was ended after 5 s")
                      .endsWith("[cut at 1 MiB]"));
      assertThat(answer.result().truncated()).isTrue();
      assertThat(answer.result().metadata().number("original_size").orElse(0))
          .isGreaterThan(ToolResult.MAX_OUTPUT_CHARS);
      assertThat(answer.result().metadata().text("sandbox")).isPresent();
    }
  }

  @Test
  void terminalControlsNeverReachTheModel() {
    try (Door door = Door.in(directory)) {
      door.file("a.txt", "\u001b[31mred\u001b[0m\u001b]0;title\u0007 \u0007\r\nnext\u009b2J\n");

      assertThat(run(door, "cat", "a.txt").result().content()).isEqualTo("red \nnext2J\n");
    }
  }

  /// The command continues only after its previous line was received; so the order is that of the
  /// two pipes.
  @Test
  void outputIsHeardWhileTheCommandRuns() throws Exception {
    try (Door door = Door.in(directory, setup -> setup.execution = ExecutionMode.FULL_AUTONOMOUS)) {
      door.file("go", "not yet\n");
      door.file(
          "steps.sh",
          """
          await() { until grep -q "after $1" go; do sleep 0.01; done; }
          echo one; await one; echo two; await two; echo x >&2
          """);
      List<String> heard = new ArrayList<>();
      LiveOutput live =
          new LiveOutput() {
            @Override
            public void stdout(String lines) {
              heard.add(lines);
              door.file("go", "after " + lines);
            }

            @Override
            public void stderr(String lines) {
              heard.add("error " + lines);
            }
          };
      ToolCall call = new ToolCall("c", "run_command", "{\"command\":\"sh steps.sh\"}");

      CallAnswer answer = door.governor.gate().call(call, door.state, door.origin(), live);

      assertThat(heard).containsExactly("one\n", "two\n", "error x\n");
      assertThat(answer.result().content()).isEqualTo("one\ntwo\nstderr:\nx\n");
    }
  }

  @Test
  void argumentsAreChecked() {
    try (Door door = Door.in(directory)) {
      assertThat(door.code("run_command")).isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("run_command", "program", "pwd", "timeout", 601))
          .isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("run_command", "program", "pwd", "timeout", 0))
          .isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("run_command", "program", "pwd", "args", "x"))
          .isEqualTo("INVALID_ARGUMENTS");
      assertThat(door.code("bash", "program", "pwd")).isEqualTo("ok");
      assertThat(door.code("run_command", "program", "")).isEqualTo("INVALID_ARGUMENTS");
      assertThat(Door.code(run(door, "cat", "a\0b"))).isEqualTo("INVALID_ARGUMENTS");
    }
  }
}
