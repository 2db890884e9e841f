// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.door.DiskFaultsTest.Scene;
import dev.writ.kernel.intent.IntentMap;
import dev.writ.records.faults.RecordingDisk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The update of the map with every disk operation failing or interrupted, or the process ending
/// there.
class MapFaultsTest {
  private static final int MOST_OPERATIONS = 400;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Fault.class)
  void theMapIsAsBeforeOrAsAfterAndTheNextUpdateMakesUpForIt(Fault fault) throws IOException {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      try (SceneStage stage = new SceneStage(Scene.UNDO, directory.resolve(fault + "-" + n))) {
        stage.updateMap();
        String before = map(stage);
        stage.call(Scene.WRITE.name());
        stage.disk().arm(fault, n);
        stage.updateMap();
        happened = stage.disk().happened();
        boolean _ = Thread.interrupted();
        String left = map(stage);

        stage.newProcess();
        stage.disk().revive(Fault.FAIL, MOST_OPERATIONS);
        stage.updateMap();

        String after = map(stage);
        String at = fault + " of operation " + n;
        assertThat(after).as(at).contains("new/deep/file.txt").isNotEqualTo(before);
        assertThat(left).as(at).isIn(before, after);
      }
    }
  }

  private static String map(SceneStage stage) throws IOException {
    return Files.readString(stage.root().resolve(IntentMap.PATH));
  }
}
