// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.ledger.Ledger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command in the workspace itself with every disk operation failing or interrupted, or the
/// process ending there: once the next session has settled it, the records say what the workspace
/// is, and undo leads back.
class InPlaceFaultsTest {
  private static final int MOST_OPERATIONS = 400;
  private static final String LAUNCHED = "launched";
  private static final String RESTORED = "restored";

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

  /// Before the launch the decision is forced; the note is only written, which a kill leaves.
  /// Before something is put back, all that says so is forced.
  @Test
  void theOrderOfACommand() throws Exception {
    FaultySite site = new FaultySite(directory.resolve("order"), "landlock");
    Files.writeString(site.root.resolve("x.sh"), "echo x > .envrc; rm gone.txt");
    Path obeyed = site.root.resolve(".envrc");
    List<String> course = new ArrayList<>();
    site.governor.close();
    site.open(
        (operation, place, action) -> {
          boolean there = Files.exists(obeyed);
          if (there && !course.contains(LAUNCHED)) {
            course.add(LAUNCHED);
          }
          action.run();
          course.add(operation + " " + place);
          if (there && !Files.exists(obeyed)) {
            course.add(RESTORED);
          }
        });

    assertThat(site.run("sh x.sh")).startsWith("0 ");

    int launch = course.indexOf(LAUNCHED);
    int restoring = course.indexOf(RESTORED);
    assertThat(course.get(launch - 1)).as("the note").matches("WRITE .*/commands/.*");
    assertThat(course.subList(0, launch))
        .containsSubsequence("FORCE " + site.audit(), course.get(launch - 1))
        .noneMatch(step -> step.contains(Ledger.PATH));
    List<String> settled = course.subList(launch + 1, restoring);
    assertThat(settled.getFirst())
        .as("nothing of it writes any more")
        .startsWith("WRITE ")
        .contains("/commands/");
    assertThat(settled.stream().filter(step -> step.endsWith(Ledger.PATH)))
        .as("what it changed, what counts not, and that this is put back")
        .containsExactly(
            "WRITE " + Ledger.PATH,
            "FORCE " + Ledger.PATH,
            "WRITE " + Ledger.PATH,
            "FORCE " + Ledger.PATH,
            "WRITE " + Ledger.PATH,
            "FORCE " + Ledger.PATH);
    assertThat(settled.subList(0, settled.indexOf("WRITE " + Ledger.PATH)))
        .as("old contents are forced before the first record")
        .anyMatch(step -> step.matches("FORCE .writ/objects/../.*"));
    assertThat(course.subList(restoring, course.size()))
        .as("the note goes when nothing is left to do")
        .anyMatch(step -> step.matches("DELETE .*/commands/.*"));
  }
}
