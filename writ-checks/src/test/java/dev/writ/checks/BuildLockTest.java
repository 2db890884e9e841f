// Implements: docs/spec/17-quality.md §17.4 (Packaging)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The use of a build's lock by a start that has to build first.
class BuildLockTest {
  private static final int MOST_SECONDS = 60;

  @TempDir Path checkout;

  @BeforeEach
  void scripts() throws IOException {
    Path build = Files.createDirectory(checkout.resolve("build"));
    for (String name : new String[] {"image.sh", "start.sh", "jdk.sh"}) {
      Files.copy(Project.ROOT.resolve("build").resolve(name), build.resolve(name));
    }
  }

  private String start() throws Exception {
    Process process =
        new ProcessBuilder("sh", "build/image.sh", "packaged")
            .directory(checkout.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isNotZero();
    return output;
  }

  /// No user can create a file in `/proc`.
  @Test
  void whereNoLockCanBeTakenTheReasonIsTold() throws Exception {
    Files.createSymbolicLink(checkout.resolve("target"), Path.of("/proc"));
    assertThat(start()).contains("it must be built first, and can't be: mkdir", "writable");
  }

  @Test
  void aLockOfNobodyIsTakenAway() throws Exception {
    Path lock = Files.createDirectories(checkout.resolve("target/image.lock"));
    assertThat(start()).doesNotContain("can't be: mkdir");
    assertThat(lock).doesNotExist();
  }
}
