// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Pipelines that run on.
class BackgroundLaunchTest {
  @TempDir Path directory;

  private static List<Sandbox> all() {
    return Machine.allToClose();
  }

  @ParameterizedTest
  @MethodSource("all")
  void outputCanBeReadPieceByPiece(Sandbox sandbox) throws Exception {
    Machine machine = new Machine(sandbox, directory);
    BackgroundLaunch running =
        machine
            .executor()
            .start(
                machine.launch(
                    machine.shell("echo one; while [ ! -e go ]; do sleep 0.01; done; echo two")));
    BackgroundLaunch.OutputPart first = running.stdout(0);
    while (first.next() == 0) {
      StatePoll.pause();
      first = running.stdout(0);
    }
    assertThat(running.running()).isTrue();
    assertThat(running.ended()).isEmpty();
    Files.writeString(machine.workspace.resolve("go"), "");
    LaunchResult result = running.await();

    assertThat(text(first)).isEqualTo("one\n");
    assertThat(text(running.stdout(first.next()))).isEqualTo("two\n");
    assertThat(result.exit().status()).isZero();
    assertThat(running.ended()).contains(result);
  }

  @ParameterizedTest
  @MethodSource("all")
  void theLatestOutputIsKept(Sandbox sandbox) throws Exception {
    Machine machine = new Machine(sandbox, directory).keeping(100);
    BackgroundLaunch running =
        machine
            .executor()
            .start(machine.launch(machine.shell("head -c 100000 /dev/zero; printf latest")));
    LaunchResult result = running.await();

    assertThat(result.stdout().text()).endsWith("latest").hasSize(100);
    assertThat(running.stdout(0).missed()).isTrue();
    assertThat(running.stdout(0).next()).isEqualTo(100_006);
  }

  @ParameterizedTest
  @MethodSource("all")
  void nothingOutlivesTheSession(Sandbox sandbox) throws Exception {
    String mark = "64" + System.nanoTime();
    Machine machine = new Machine(sandbox, directory);
    String script = "(setsid sleep " + mark + " &); echo x; sleep " + mark;
    List<BackgroundLaunch> running;
    try (PipelineExecutor executor = machine.executor()) {
      running =
          List.of(
              executor.start(machine.launch(machine.shell(script))),
              executor.start(machine.launch(machine.shell(script))));
      while (running.stream().anyMatch(b -> b.stdout(0).next() == 0)) {
        StatePoll.pause();
      }
      assertThat(running.getFirst().stop().report().allEnded()).isTrue();
    }

    assertThat(running).noneMatch(BackgroundLaunch::running);
    assertThat(Machine.runs(mark)).isFalse();
  }

  private static String text(BackgroundLaunch.OutputPart part) throws IOException {
    return new String(part.bytes(), StandardCharsets.UTF_8);
  }
}
