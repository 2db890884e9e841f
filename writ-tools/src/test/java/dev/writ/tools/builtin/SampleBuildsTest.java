// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Builds of small projects work in the sandbox as it is, without a network.
class SampleBuildsTest {
  @TempDir Path directory;

  private Door door(String sandbox) {
    return Door.in(
        directory,
        setup -> {
          setup.execution = ExecutionMode.FULL_AUTONOMOUS;
          setup.rules = Door.under(sandbox);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void make(String sandbox) {
    assumeThat(Path.of("/usr/bin/make")).isExecutable();
    try (Door door = door(sandbox)) {
      door.file(
          "Makefile",
          "all: out/b\nout/b: a.txt\n\tmkdir -p out\n\ttr a-z A-Z <a.txt >out/b\n\tcat out/b\n");
      door.file("a.txt", "hi\n");

      CallAnswer answer = door.call("run_command", "command", "make -s");

      assertThat(answer.result().content()).isEqualTo("[created out/b]\nHI\n");
      assertThat(door.text("run_command", "command", "make -s")).isEqualTo("(no output)");
    }
  }

  @Test
  void aHarmlessVariableOfMakeIsAsContainedAsMake() {
    assumeThat(Path.of("/usr/bin/make")).isExecutable();
    try (Door door =
        Door.in(directory, setup -> setup.rules = Door.under("namespaces")).contained()) {
      door.file("Makefile", "all:\n\t@echo $(A)\n");

      assertThat(door.text("run_command", "command", "make -s A=4")).isEqualTo("4\n");
      assertThat(door.code("run_command", "command", "make -s SHELL=4"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void npm(String sandbox) {
    assumeThat(Path.of("/usr/bin/npm")).isExecutable();
    try (Door door = door(sandbox)) {
      door.file("package.json", "{\"name\":\"a\",\"scripts\":{\"build\":\"node build.js\"}}");
      door.file(
          "build.js",
          "const fs = require('fs');"
              + "fs.mkdirSync('dist'); fs.writeFileSync('dist/a', 'x'); console.log('built')");

      CallAnswer answer = door.call("run_command", "command", "npm run --silent build");

      assertThat(answer.result().content()).isEqualTo("built\n"); // dist is an output
      assertThat(door.read("dist/a")).isEqualTo("x");
      assertThat(answer.ledger()).isEmpty();
    }
  }

  @Test
  void aPipelineOfEverydayPrograms() {
    try (Door door = door("auto")) {
      door.file("a.txt", "b\na\nb\n");

      assertThat(door.text("run_command", "command", "sort a.txt | uniq -c | sort -rn | head -1"))
          .contains("2 b");
      assertThat(Files.exists(door.root.resolve(".writ"))).isFalse();
    }
  }
}
