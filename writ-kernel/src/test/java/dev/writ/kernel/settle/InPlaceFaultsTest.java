// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.records.faults.RecordingDisk.Fault;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command in the workspace itself with every disk operation failing or interrupted, or the
/// process ending there: once the next session has settled it, the records say what the workspace
/// is, and undo leads back.
class InPlaceFaultsTest {
  private static final int MOST_OPERATIONS = 400;

  @TempDir Path directory;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Fault.class)
  void theWorkspaceIsWhatTheRecordsSay(Fault fault) throws Exception {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      FaultySite site = new FaultySite(directory.resolve(fault + "-" + n), "landlock");
      Map<String, String> before = site.tree();
      site.disk.arm(fault, n);
      String answer = site.run();
      happened = site.disk.happened();
      site.end();
      String at = fault + " of operation " + n + ": " + answer;
      if (fault.isInterrupt()) {
        site.isWhatTheRecordsSay(at, before); // the session itself has settled it
      }
      site.recovered(at);
      site.isWhatTheRecordsSay(at, before);
      assertThat(site.undone(at, before)).as(at).allMatch(Undone.Restored.class::isInstance);
    }
  }
}
