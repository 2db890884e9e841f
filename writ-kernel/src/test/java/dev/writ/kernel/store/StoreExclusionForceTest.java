// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort.Operation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What of a person's own list Writ writes again is on disk before it stands in the list's place.
class StoreExclusionForceTest {
  @TempDir Path directory;

  @Test
  void theListIsForcedBeforeItReplacesTheOldOne() throws Exception {
    Path list = directory.resolve(".git/info/exclude");
    Files.createDirectories(list.getParent());
    Files.writeString(list, "private/\n");
    RecordingDisk disk = new RecordingDisk();
    try (WorkspaceRoot root = WorkspaceRoot.open(directory, disk)) {
      disk.arm(Fault.FAIL, Integer.MAX_VALUE);
      new ObjectStore(root).prepare();
    }

    assertThat(list).hasContent("private/\n/.writ/objects/\n");
    List<Step> steps = disk.steps();
    int replaced = steps.indexOf(new Step(Operation.RENAME, ".git/info/exclude"));
    assertThat(steps.get(replaced - 1).operation()).isEqualTo(Operation.FORCE);
    assertThat(steps.get(replaced + 1)).isEqualTo(new Step(Operation.FORCE, ".git/info"));
  }
}
