// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.mechanism.SandboxChooser;
import dev.writ.sandbox.mechanism.UnconfinedSandbox;
import dev.writ.sandbox.mechanism.UnsandboxedConsent;
import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import dev.writ.testkit.JavaProcess;
import dev.writ.testkit.StatePoll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A Writ that is killed leaves no process behind, whatever the process made of itself.
class OrphanTest {
  @TempDir Path directory;

  /// A process that runs one command until it is killed.
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws Exception {
      Machine machine =
          new Machine(sandbox(arguments[0]), Path.of(arguments[1])).timeout(Duration.ofMinutes(2));
      String script = Files.readString(Path.of(arguments[1], "script"));
      if (arguments[2].equals("BACKGROUND")) {
        machine.executor().start(machine.launch(machine.shell(script))).await();
      } else {
        machine.sh(script);
      }
    }
  }

  /// A process that runs a command in the background, and then starts one whose first call nobody
  /// answers.
  static final class UnansweringVictim {
    private UnansweringVictim() {}

    public static void main(String[] arguments) throws Exception {
      Machine machine =
          new Machine(sandbox(arguments[0]), Path.of(arguments[1])).timeout(Duration.ofMinutes(2));
      LaunchRequest launch = machine.launch(machine.program("/bin/sleep", arguments[2]));
      machine.executor().start(launch).awaitBegun();
      try (Os os = new Os()) {
        WakeupEvent event = new WakeupEvent();
        event.hang(os);
        new StageStarter(
                machine.executor().sandbox().cell(os, launch),
                new PipelineWiring(os, launch),
                event)
            .start(os, (_, _, _) -> {});
        new CountDownLatch(1).await();
      }
    }
  }

  private static Sandbox sandbox(String mechanism) {
    return mechanism.equals("NONE")
        ? new UnconfinedSandbox(new UnsandboxedConsent("a test"))
        : Machine.get(SandboxChooser.Wish.valueOf(mechanism));
  }

  /// The kernel ends its wait, which it does only where no process holds the other end any more;
  /// and it holds nothing else by which what runs in the background could see Writ alive.
  @ParameterizedTest
  @ValueSource(strings = {"LANDLOCK", "NONE"})
  void aProcessThatWaitsForItsFirstAnswerEndsWithWrit(String mechanism) throws Exception {
    assertThat(sandbox(mechanism).endsTrees()).isTrue();
    String seconds = "1" + Math.abs(System.nanoTime() % 100_000_000L);
    Process victim = victim(UnansweringVictim.class, mechanism, directory.toString(), seconds);
    Optional<ProcessHandle> waiting = Optional.empty();
    try {
      while (waiting.isEmpty()) {
        assertThat(victim.isAlive()).as(Files.readString(directory.resolve("said"))).isTrue();
        StatePoll.pause();
        if (Machine.runs(seconds)) { // the other one got its answer
          waiting = victim.children().filter(OrphanTest::asksForASession).findAny();
        }
      }
    } finally {
      victim.destroyForcibly();
    }
    ProcessHandle child = waiting.get();
    try {
      assertThat(victim.waitFor(30, TimeUnit.SECONDS)).isTrue();
      long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while ((child.isAlive() || Machine.runs(seconds)) && System.nanoTime() < until) {
        StatePoll.pause();
      }
      assertThat(child.isAlive()).isFalse();
      assertThat(Machine.runs(seconds)).isFalse();
    } finally {
      child.destroyForcibly();
    }
  }

  private static boolean asksForASession(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/syscall"))
          .startsWith(Syscall.SETSID.number() + " ");
    } catch (IOException _) {
      return false; // it has ended
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
    assertThat(sandbox(mechanism).endsTrees()).isTrue();
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
    Process victim = victim(Victim.class, mechanism, directory.toString(), course);
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

  private Process victim(Class<?> main, String... arguments) throws IOException {
    return JavaProcess.of(main, arguments)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("said").toFile())
        .start();
  }
}
