// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// A file that an option names begins where the person stands, whatever `--cwd` says.
class PersonFilesTest {
  private static final String SCRIPT =
      """
      {"turns":[
        {"calls":[{"tool":"write_file","arguments":{"path":"n.txt","content":"one\\n"}}]},
        {"text":"Done."}]}
      """;

  @Test
  void scriptsConfigurationsAndExportsBeginWhereThePersonStands() throws IOException {
    try (Desk desk = new Desk()) {
      Path own = Files.createDirectories(desk.home.path("own"));
      desk.home.write("own/script.json", SCRIPT);
      desk.home.write("own/more.json", "{\"undo\":{\"max_age_days\":7}}");
      String project = desk.workspace.root().toString();

      Desk.Ran ran =
          desk.writIn(
              own, "run", "--cwd", project, "--script", "script.json", "--record", "r.json", "x");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(desk.workspace.path("n.txt")).hasContent("one");
      assertThat(own.resolve("r.json")).isRegularFile();

      ran =
          desk.writIn(
              own, "config", "get", "undo.max_age_days", "--cwd", project, "-c", "more.json");
      assertThat(ran.out()).as(ran.toString()).isEqualTo("7\n");

      ran = desk.writIn(own, "sessions", "export", "1", "--cwd", project, "--to", "out.md");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(own.resolve("out.md")).isRegularFile();
    }
  }

  @Test
  void theProjectsOwnFilesAreNamedFromWhereWritWorks() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("src/a.txt", "a\n");
      String project = desk.workspace.path("src").toString();

      assertThat(desk.writIn(desk.home.root(), "blame", "a.txt", "--cwd", project).exit())
          .isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void aTildeIsTheHome() {
    try (Desk desk = new Desk()) {
      desk.home.write("script.json", SCRIPT);

      assertThat(desk.writ("run", "--script=~/script.json", "x").exit()).isEqualTo(ExitCode.DONE);
    }
  }
}
