// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.door.DiskFaultsTest.Scene;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateSequenceTest {
  @TempDir Path directory;

  @Test
  void inv10EveryCheckStandsInItOnce() throws Exception {
    try (SceneStage stage = new SceneStage(Scene.MANY, directory)) {
      assertThat(stage.gates().checks().stream().map(Object::getClass))
          .containsExactlyInAnyOrder(GateCheck.class.getPermittedSubclasses());
      assertThat(stage.gates().checks().stream().map(GateCheck::name))
          .containsExactlyElementsOf(
              List.of("mode", "intent", "denylist", "containment", "scope", "command", "lock"));
    }
  }
}
