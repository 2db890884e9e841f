// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.sandbox.os.Os;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whom the shell kills when the pipe ends.
class OrphanKillerTest {
  private final OrphanKiller killer = new OrphanKiller();
  private Process process;

  @BeforeEach
  void start() throws Exception {
    process = new ProcessBuilder("sleep", "1000").start();
    try (Os os = new Os()) {
      killer.start(os);
    }
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  /// Writ may be killed between its answer and the call that was answered.
  @Test
  void aProcessThatIsNotInItsGroupYetIsKilled() throws Exception {
    try (Os os = new Os()) {
      assertThat(killer.add(os, (int) process.pid(), start(process))).isZero();
      killer.end(os);
    }
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anotherProcessWithTheNumberOfOneThatEndedIsLeftAlone() throws Exception {
    try (Os os = new Os()) {
      assertThat(killer.add(os, (int) process.pid(), start(process) - 1)).isZero();
      killer.end(os); // waits for the shell
    }
    assertThat(process.isAlive()).isTrue();
  }

  private static long start(Process process) throws IOException {
    String text = Files.readString(Path.of("/proc/" + process.pid() + "/stat"), ISO_8859_1);
    return Long.parseLong(text.substring(text.lastIndexOf(')') + 2).split(" ", -1)[19]);
  }
}
