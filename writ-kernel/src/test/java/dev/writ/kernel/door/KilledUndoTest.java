// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.door.DiskFaultsTest.Scene;
import dev.writ.records.faults.RecordingDisk.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An undo is killed before each of its disk operations: once more, it takes the rest back, and not
/// what the recovery has recorded meanwhile.
class KilledUndoTest {
  private static final int MOST_OPERATIONS = 400;

  @TempDir Path directory;

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"session", "turn"})
  void onceMoreItTakesTheRestBack(String kind) throws Exception {
    Selection last = kind.equals("turn") ? new Selection.LastTurn() : new Selection.BySession("");
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      try (SceneStage stage = new SceneStage(Scene.MANY, directory.resolve("n" + n))) {
        Map<String, String> before = stage.tree();
        stage.play(Scene.MANY);
        stage.play(Scene.DELETE_TREE);
        assertThat(stage.tree()).isNotEqualTo(before);
        stage.disk().arm(Fault.CRASH, n);
        stage.undo("S-2", last);
        happened = stage.disk().happened();
        List<String> told = stage.recovered();

        stage.disk().revive(Fault.FAIL, Integer.MAX_VALUE);
        stage.undo("S-3", last);

        assertThat(stage.tree()).as("operation %d: %s", n, told).isEqualTo(before);
      }
    }
  }
}
