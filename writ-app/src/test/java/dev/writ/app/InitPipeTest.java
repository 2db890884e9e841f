// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `writ init` waits for no pipe in the place of a file that it would extend.
class InitPipeTest {
  @ParameterizedTest
  @ValueSource(strings = {".gitattributes", ".git/info/exclude", ".writ/project.yaml"})
  @Timeout(30)
  void aPipeInThePlaceOfAFileKeepsItFromNothing(String place) throws Exception {
    try (Desk desk = new Desk()) {
      desk.workspace.git("init", "-q");
      Path pipe = desk.workspace.path(place);
      Files.createDirectories(pipe.getParent());
      Files.deleteIfExists(pipe);
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

      Desk.Ran ran = desk.writ("init", "--yes");

      assertThat(ran.out() + ran.err()).contains(pipe.getFileName().toString());
      assertThat(Files.isRegularFile(pipe)).isFalse();
    }
  }
}
