// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Links whose targets no path of the JDK can hold come back byte for byte.
class LinkBytesTest {
  private static final String ODD_LINKS =
      """
      mkdir -p d
      ln -s "$(printf '\\377\\376x')" d/bytes
      ln -s e/ d/slash
      ln -s e//f d/slashes
      ln -s "$(printf 'a\\nb')" d/line
      ln -s ./ d/here
      """;

  @TempDir Path directory;

  private static String sh(Door door, String script) throws Exception {
    Process process =
        new ProcessBuilder("sh", "-c", script)
            .directory(door.root.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  private static String targets(Door door) throws Exception {
    return sh(door, "for l in d/*; do echo $l; readlink -n $l | od -An -tx1; done");
  }

  @Test
  void aDirectoryOfThemThatWasDeletedIsBack() throws Exception {
    try (Door door = Door.in(directory).contained()) {
      sh(door, ODD_LINKS);
      String before = targets(door);
      assertThat(before).contains("ff fe 78", "65 2f\n", "65 2f 2f 66");
      assertThat(door.code("delete_path", "path", "d", "recursive", true)).isEqualTo("ok");
      assertThat(door.root.resolve("d")).doesNotExist();

      Scripts.undoAll(door);

      assertThat(targets(door)).isEqualTo(before);
    }
  }

  @Test
  void aProtectedOneThatACommandTookAwayIsPutBack() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      sh(door, "mkdir .vscode; ln -s \"$(printf 'a\\377/')\" .vscode/settings.json");
      String before = sh(door, "readlink -n .vscode/settings.json | od -An -tx1");

      Scripts.sh(door, "rm .vscode/settings.json");

      assertThat(sh(door, "readlink -n .vscode/settings.json | od -An -tx1"))
          .isEqualTo(before)
          .contains("61 ff 2f");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "landlock"})
  void whatACommandDidToThemIsUndone(String sandbox) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      sh(door, ODD_LINKS);
      String before = targets(door);
      Scripts.sh(
          door,
          """
          rm d/bytes d/line; ln -sfn e d/slash; ln -sfn e/f d/slashes
          ln -s "$(printf 'new\\377/')" d/new
          """);
      assertThat(targets(door)).contains("6e 65 77 ff 2f").isNotEqualTo(before);

      Scripts.undoAll(door);

      assertThat(targets(door)).isEqualTo(before);
    }
  }
}
