// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramEnvironmentTest {
  @TempDir Path directory;

  @Test
  void inv14NothingThatChangesExecutionPassesToAChild() {
    Map<String, String> inherited =
        Map.ofEntries(
            Map.entry("LD_PRELOAD", "/evil.so"),
            Map.entry("LD_LIBRARY_PATH", "/evil"),
            Map.entry("BASH_ENV", "/evil"),
            Map.entry("ENV", "/evil"),
            Map.entry("GIT_SSH_COMMAND", "evil"),
            Map.entry("GIT_EXTERNAL_DIFF", "evil"),
            Map.entry("PAGER", "evil"),
            Map.entry("EDITOR", "evil"),
            Map.entry("NODE_OPTIONS", "evil"),
            Map.entry("JAVA_TOOL_OPTIONS", "evil"),
            Map.entry("PYTHONPATH", "/evil"),
            Map.entry("GREP_OPTIONS", "evil"),
            Map.entry("OPENAI_API_KEY", "sk-evil"),
            Map.entry("PATH", "/evil"),
            Map.entry("IFS", "x"),
            Map.entry("HOME", "/home/x"),
            Map.entry("LC_TIME", "de_DE.UTF-8"),
            Map.entry("LANG", "C.UTF-8"),
            Map.entry("WRIT_LANG", "de_DE.ISO-8859-1"),
            Map.entry("WRIT_LC_ALL", ""),
            Map.entry("LC_ALL", "C.UTF-8"));
    Map<String, String> environment = new ProgramEnvironment(inherited).environment();

    assertThat(environment)
        .containsOnlyKeys(
            "PATH", "HOME", "LC_TIME", "LANG", "LSAN_OPTIONS", ProgramEnvironment.CHILD_MARKER)
        .containsEntry("LANG", "de_DE.ISO-8859-1");
  }

  @Test
  void programsAreFoundOnTheFixedPathOnly() throws IOException {
    ProgramEnvironment programs = new ProgramEnvironment(Map.of("PATH", directory.toString()));
    Files.writeString(directory.resolve("own"), "#!/bin/sh\n");
    assertThat(directory.resolve("own").toFile().setExecutable(true)).isTrue();

    assertThat(programs.find("cat")).isPresent();
    for (String name : List.of("own", "", "/bin/cat", "./cat", "../bin/cat", "a\0b", "none")) {
      assertThat(programs.find(name)).isEmpty();
    }
  }
}
