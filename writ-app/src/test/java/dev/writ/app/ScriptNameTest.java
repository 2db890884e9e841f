// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The name of a script is the author of what it does, in every record.
class ScriptNameTest {
  private static final String TOKEN = "ghp_" + "a1B2".repeat(9);

  @Test
  void aTokenInTheNameOfAScriptIsMasked() throws IOException {
    try (Desk desk = new Desk()) {
      String name = TOKEN + ".json";
      desk.home.write(
          name,
          "{\"turns\":[{\"calls\":[{\"tool\":\"write_file\",\"arguments\":"
              + "{\"path\":\"a.txt\",\"content\":\"x\"}}]},{\"text\":\"Done.\"}]}");
      Desk.Ran ran = desk.writ("run", "--script", desk.home.path(name).toString(), "Write it");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out() + ran.err()).doesNotContain(TOKEN);
      for (Path root : List.of(desk.home.path("."), desk.workspace.path("."))) {
        for (Path file : filesBelow(root)) {
          if (!file.endsWith(name)) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                .as(file.toString())
                .doesNotContain(TOKEN);
          }
        }
      }
    }
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
