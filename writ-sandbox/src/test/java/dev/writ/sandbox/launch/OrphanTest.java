// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.UnconfinedSandbox;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import dev.writ.testkit.JavaProcess;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A Writ that is killed leaves no process behind, whatever the process made of itself.
class OrphanTest {
  @TempDir Path directory;

  /// A process that runs one command until it is killed.
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws Exception {
      Sandbox sandbox =
          arguments[0].equals("NONE")
              ? new UnconfinedSandbox(new UnsandboxedConsent("a test"))
              : Machine.get(SandboxChooser.Wish.valueOf(arguments[0]));
      Machine machine = new Machine(sandbox, Path.of(arguments[1])).timeout(Duration.ofMinutes(2));
      String script = Files.readString(Path.of(arguments[1], "script"));
      if (arguments[2].equals("BACKGROUND")) {
        machine.executor().start(machine.launch(machine.shell(script))).await();
      } else {
        machine.sh(script);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LANDLOCK,FOREGROUND",
    "LANDLOCK,BACKGROUND",
    "NONE,FOREGROUND",
    "NAMESPACES,FOREGROUND",
    "NAMESPACES,BACKGROUND"
  })
  void nothingSurvivesAKilledWrit(String mechanism, String course) throws Exception {
    Sandbox unused =
        mechanism.equals("NONE")
            ? new UnconfinedSandbox(new UnsandboxedConsent("a test"))
            : Machine.get(SandboxChooser.Wish.valueOf(mechanism));
    assertThat(unused.endsTrees()).isTrue();
    String seconds = "1" + Math.abs(System.nanoTime() % 100_000_000L);
    Files.writeString(
        directory.resolve("script"),
        """
        sleep %1$s & setsid sleep %1$s & (setsid setsid sleep %1$s &)
        perl -e 'setpgrp(0, 0); exec "sleep", "%1$s"' &
        trap '' TERM HUP INT
        exec sleep %1$s
        """
            .formatted(seconds));
    Process victim = victim(mechanism, course);
    try {
      // Until each of the five sleeps: before, one may be between two programs and not be seen.
      while (Machine.count(List.of("sleep", seconds)::equals) < 5) {
        assertThat(victim.isAlive()).as(Files.readString(directory.resolve("said"))).isTrue();
        StatePoll.pause();
      }
    } finally {
      victim.destroyForcibly();
    }
    assertThat(victim.waitFor(30, TimeUnit.SECONDS)).isTrue();
    long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (Machine.runs(seconds) && System.nanoTime() < until) {
      StatePoll.pause();
    }
    assertThat(Machine.runs(seconds)).isFalse();
  }

  private Process victim(String mechanism, String course) throws IOException {
    return JavaProcess.of(Victim.class, mechanism, directory.toString(), course)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("said").toFile())
        .start();
  }
}
