// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.tools.builtin.Door;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A project's own program, built and run, as an agent does it.
class BuiltProgramTest {
  @TempDir Path directory;

  /// The right to run contained commands includes newly built programs.
  @Test
  void aProgramThatIsBuiltAgainRunsUnasked() throws Exception {
    try (Door door = Door.in(directory, setup -> setup.rules = Door.under("namespaces"))) {
      door.contained();
      for (String said : new String[] {"one", "two"}) {
        door.file("tool.sh", "#!/bin/sh\necho " + said + "\n");
        String line = "cp tool.sh tool && chmod +x tool && ./tool";
        assertThat(door.text("run_command", "command", line)).contains(said);
        assertThat(door.text("run_command", "command", "./tool")).isEqualTo(said + "\n");
      }
    }
  }

  @Test
  void underASanitizerItRunsAndFindsErrors() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")));
    try (Door door = Door.in(directory, setup -> setup.rules = Door.under("namespaces"))) {
      door.contained();
      door.file(
          "a.c",
          """
          #include <stdio.h>
          #include <stdlib.h>
          int main(int argc, char **argv) {
            char *p = malloc(10);
            if (argc > 1) free(p);
            printf("ran %d\\n", p[argc] = 1);
            return 0;
          }
          """);
      String build = "gcc -g -fsanitize=address -o %s a.c && ./%<s";
      assertThat(door.text("run_command", "command", build.formatted("a"))).contains("ran 1");
      assertThat(door.text("run_command", "command", build.formatted("b") + " x"))
          .contains("exit code 1", "heap-use-after-free", "a.c:6");
    }
  }
}
