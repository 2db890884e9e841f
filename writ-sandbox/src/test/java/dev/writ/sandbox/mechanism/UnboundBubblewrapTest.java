// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.launch.LaunchRequest;
import dev.writ.sandbox.launch.Machine;
import dev.writ.testkit.JavaProcess;
import dev.writ.testkit.StatePoll;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A bubblewrap that has read what to do, and has not bound its life to Writ's yet, ends with Writ.
@Timeout(120)
class UnboundBubblewrapTest {
  @TempDir Path directory;

  /// A process with a bubblewrap that never comes to binding itself.
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      SandboxMounts mounts =
          new SandboxMounts(
              directory.resolve("bwrap"),
              List.of(),
              SandboxMounts.OverlayMethod.OWN,
              /* areRoots= */ false);
      Machine machine =
          new Machine(new NamespaceSandbox(mounts), directory).timeout(Duration.ofMinutes(2));
      LaunchRequest launch = machine.launch(machine.shell("true"));
      machine.executor().start(launch).await();
    }
  }

  @Test
  void itEndsWithWrit() throws Exception {
    Path program =
        Files.writeString(
            directory.resolve("bwrap"),
            "#!/bin/sh\ncat <&3 >/dev/null\ncd '%1$s'\necho $$ > made\nmv made pid\nexec sleep 1000\n"
                .formatted(directory));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Process victim =
        JavaProcess.of(Victim.class, directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("said").toFile())
            .start();
    try {
      while (!Files.exists(directory.resolve("pid"))) {
        assertThat(victim.isAlive()).as(Files.readString(directory.resolve("said"))).isTrue();
        StatePoll.pause();
      }
    } finally {
      victim.destroyForcibly();
    }
    String pid = Files.readString(directory.resolve("pid")).strip();
    ProcessHandle unbound = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    try {
      assertThat(victim.waitFor(30, TimeUnit.SECONDS)).isTrue();
      long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (unbound.isAlive() && System.nanoTime() < until) {
        StatePoll.pause();
      }
      assertThat(unbound.isAlive()).isFalse();
    } finally {
      unbound.destroyForcibly();
    }
  }
}
