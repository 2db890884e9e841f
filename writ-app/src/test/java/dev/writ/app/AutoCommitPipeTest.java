// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Git is not started where it would wait at a pipe.
class AutoCommitPipeTest {
  private static final String SCRIPT =
      """
      {"turns":[{"calls":[{"tool":"write_file","arguments":{"path":"d/n.txt","content":"x"}}]},
      {"text":"Done."}]}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".gitignore",
        "d/.gitattributes",
        ".git/index",
        ".git/info/exclude",
        ".git/config",
        ".git/packed-refs"
      })
  void whereAPipeIsInTheWayThereIsNoCommit(String place) throws Exception {
    try (Desk desk = new Desk()) {
      desk.workspace.write("d/a.txt", "a\n");
      desk.workspace.git("init", "-q", "-b", "main");
      desk.workspace.git("add", ".");
      desk.workspace.git(
          "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "first");
      Path pipe = desk.workspace.path(place);
      Files.deleteIfExists(pipe);
      makePipe(pipe);

      Desk.Ran ran =
          desk.writ("run", "--script", desk.home.write("s.json", SCRIPT).toString(), "Write it");

      assertThat(ran.err()).contains("not committed: " + place + " is a pipe").contains("remove");
      assertThat(desk.workspace.path("d/n.txt")).exists();
    }
  }

  private static void makePipe(Path pipe) throws IOException, InterruptedException {
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assertThat(made.waitFor()).isZero();
  }
}
