// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.faults.RecordingDisk.Fault;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A hook that writes, with every disk operation of the call before it and of its own failing or
/// interrupted, or the process ending there: the records say what the workspace is, and undo leads
/// back.
class HookFaultsTest {
  private static final int MOST_OPERATIONS = 400;

  @TempDir Path directory;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"FAIL", "INTERRUPT", "INTERRUPTS", "CRASH"})
  void inAViewTheWorkspaceIsWhatTheRecordsSay(Fault fault) throws Exception {
    everywhere("auto", fault, EnumSet.of(Fault.CRASH));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"FAIL", "INTERRUPT", "INTERRUPTS", "CRASH"})
  void inPlaceTheWorkspaceIsWhatTheRecordsSay(Fault fault) throws Exception {
    everywhere("landlock", fault, EnumSet.of(Fault.FAIL, Fault.CRASH));
  }

  /// @param later the faults after which only the next session settles what the hook changed
  private void everywhere(String sandbox, Fault fault, Set<Fault> later) throws Exception {
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      Path place = directory.resolve(sandbox + "-" + fault + "-" + n);
      FaultySite site = new FaultySite(place, sandbox).withWritingHook();
      Map<String, String> before = site.tree();
      site.disk.arm(fault, n);
      String answer = site.run("true");
      happened = site.disk.happened();
      String at = fault + " of operation " + n + ": " + answer;
      assertThat(happened || !site.tree().equals(before)).as(at + ": the hook ran").isTrue();
      site.end();
      if (!later.contains(fault)) {
        site.isWhatTheRecordsSay(at, before);
      }
      site.recovered(at);
      site.isWhatTheRecordsSay(at, before);
      var _ = site.undone(at, before);
    }
  }
}
