// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.ExecutionMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A symbolic link's target is relative to the directory of the link, also if that directory is
/// named by a link.
class LinkTargetsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ln -s ../README.md docs/link.md    | ok
          ln -s ../../README.md docs/link.md | PATH_OUTSIDE_WORKSPACE
          ln -s ../../README.md to-deep      | ok
          ln -sfn ../../README.md to-deep    | PATH_OUTSIDE_WORKSPACE
          ln -sfT ../README.md to-deep       | PATH_OUTSIDE_WORKSPACE
          ln -sf ../../../README.md to-deep  | PATH_OUTSIDE_WORKSPACE
          ln -s ../../README.md to-deep/     | ok
          ln -s ../README.md to-out          | PATH_OUTSIDE_WORKSPACE
          """)
  void targetsCountFromTheLink(String line, String expected) throws Exception {
    try (Door door = Door.in(directory, setup -> setup.execution = ExecutionMode.FULL_AUTONOMOUS)) {
      door.file("README.md", "x\n");
      door.file("docs/a.md", "x\n");
      door.file("docs/deep/a.md", "x\n");
      Files.createSymbolicLink(door.root.resolve("to-deep"), Path.of("docs/deep"));
      Files.createSymbolicLink(door.root.resolve("to-out"), directory.resolve("elsewhere"));

      assertThat(Door.code(door.call("run_command", "command", line))).isEqualTo(expected);
    }
  }
}
