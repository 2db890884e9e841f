// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Help, completion scripts and the manual page: made from the commands, and read by real shells.
class CompletionTest {
  private static String output(Desk desk, String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(desk.workspace.root().toFile())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  private static void demand(String program) {
    assumeThat(
            Stream.of("/bin", "/usr/bin", "/usr/local/bin")
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .toList())
        .as(program + " is not installed")
        .isNotEmpty();
  }

  private static Path script(Desk desk, String shell) throws IOException {
    Desk.Ran ran = desk.writ("completion", shell);
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    return Files.writeString(desk.home.path("script"), ran.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "writ do|doctor",
        "writ config s|schema set show",
        "writ -m name config sc|schema",
        "writ blame --js|--json",
        "writ run --sim|--simulate",
        "writ doctor --sim|",
        "writ --ver|--verbose --version",
      })
  void bashCompletesCommandsActsAndOptions(String line, String expected) throws Exception {
    demand("bash");
    try (Desk desk = new Desk()) {
      String words =
          Arrays.stream(line.split(" ")).map(w -> "'" + w + "'").collect(Collectors.joining(" "));
      String answer =
          output(
              desk,
              "bash",
              "-uc",
              "source '%s'; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _writ; "
                      .formatted(script(desk, "bash"), words)
                  + "for w in ${COMPREPLY[@]+\"${COMPREPLY[@]}\"}; do echo \"$w\"; done");
      List<String> wanted =
          expected == null ? List.of() : Arrays.stream(expected.split(" ")).toList();
      assertThat(answer.lines().sorted()).containsExactlyElementsOf(wanted);
    }
  }

  @Test
  void zshReadsItsScript() throws Exception {
    demand("zsh");
    try (Desk desk = new Desk()) {
      String answer =
          output(
              desk,
              "zsh",
              "-fc",
              "compdef() { print -r -- \"$@\" }; source '%s'; which _writ"
                  .formatted(script(desk, "zsh")));
      assertThat(answer).startsWith("_writ writ").contains("doctor", "--simulate");
    }
  }

  @Test
  void fishCompletes() throws Exception {
    demand("fish");
    try (Desk desk = new Desk()) {
      String answer =
          output(
              desk,
              "fish",
              "--no-config",
              "-c",
              "source '%s'; complete -C 'writ config s'".formatted(script(desk, "fish")));
      assertThat(answer.lines().map(line -> line.split("\t", -1)[0]))
          .contains("schema", "set", "show")
          .doesNotContain("doctor");
    }
  }

  @Test
  void theManualPageIsReadWithoutAWarning() throws Exception {
    demand("groff");
    try (Desk desk = new Desk()) {
      Path page = Files.writeString(desk.home.path("p"), desk.writ("help", "--man").out());
      assertThat(
              output(desk, "groff", "-man", "-ww", "-Tascii", "-P-cbou", page.toString()).strip())
          .doesNotContain("warning", "error:")
          .contains("NAME", "writ doctor", "--simulate");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bahs", ""})
  void anUnknownShellIsAnError(String shell) {
    try (Desk desk = new Desk()) {
      Desk.Ran ran = desk.writ("completion", shell);
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("bash, zsh, fish");
    }
  }

  @Test
  void helpOfACommandBeginsWithItsOwnOptions() {
    try (Desk desk = new Desk()) {
      String help = desk.writ("help", "undo").out();
      assertThat(help).isEqualTo(desk.writ("undo", "--help").out());
      assertThat(help.indexOf("--turn")).isBetween(0, help.indexOf("writ help options"));
      assertThat(help).doesNotContain("--endpoint");
      assertThat(desk.writ("help").out()).isEqualTo(desk.writ("--help").out());
      assertThat(desk.writ("help", "udno").err()).contains("did you mean undo?");
    }
  }

  @Test
  void theVersionHasThreeNames() {
    try (Desk desk = new Desk()) {
      String version = desk.writ("--version").out();
      assertThat(version).startsWith("writ ");
      assertThat(desk.writ("-V").out()).isEqualTo(version);
      assertThat(desk.writ("version").out()).isEqualTo(version);
    }
  }
}
