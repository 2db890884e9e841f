// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A fault of our own while a command runs, in every mechanism.
class LaunchFaultsTest {
  @TempDir Path directory;

  private static List<Sandbox> all() {
    return Machine.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void whereMemoryIsFullTheCommandEndsAndTheFaultIsTold(Sandbox sandbox) throws Exception {
    String mark = "64" + System.nanoTime();
    Machine machine = new Machine(sandbox, directory);
    LiveListener full =
        new LiveListener() {
          @Override
          public void stdout(byte[] bytes) {
            throw new OutOfMemoryError("full");
          }

          @Override
          public void stderr(byte[] bytes) {}
        };
    LaunchRequest launch = machine.launch(machine.shell("echo x; exec sleep " + mark));

    assertThatThrownBy(() -> machine.executor().run(launch, full))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(Machine.runs(mark)).isFalse();
  }
}
