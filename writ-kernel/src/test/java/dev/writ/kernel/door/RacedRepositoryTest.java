// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.door.DiskFaultsTest.Scene;
import dev.writ.kernel.tool.ScenePerformer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two sessions that make a repository together, each a part that is none.
class RacedRepositoryTest {
  @TempDir Path directory;

  @Test
  void whatAnotherSessionMadeMeanwhileIsNotCompleted() throws IOException {
    try (SceneStage stage = new SceneStage(Scene.MANY, directory.resolve("stage"))) {
      stage.meanwhile(() -> others(stage.root().resolve("c")));

      stage.call(ScenePerformer.COMPLETING);

      assertThat(stage.root().resolve("c/HEAD")).exists();
      assertThat(stage.root().resolve("c/objects")).doesNotExist();
      assertThat(stage.records()).isEmpty();
    }
  }

  @Test
  void withoutTheOtherPartItIsMade() throws IOException {
    try (SceneStage stage = new SceneStage(Scene.MANY, directory.resolve("stage"))) {
      stage.call(ScenePerformer.COMPLETING);

      assertThat(stage.root().resolve("c/objects")).isDirectory();
    }
  }

  private static void others(Path place) {
    try {
      Files.createDirectories(place.resolve("refs"));
      Files.writeString(place.resolve("HEAD"), "ref: refs/heads/main\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
