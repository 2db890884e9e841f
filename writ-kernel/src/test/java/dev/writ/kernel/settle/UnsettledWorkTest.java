// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.DiskPort.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A killed session left what can't be settled: the person is told, work goes on, nobody claims to
/// know how the act ended, and once a person gave it up, the records say what the workspace is.
class UnsettledWorkTest {
  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // killedAt opens it
  private FaultySite site;

  private Map<String, String> before = Map.of();

  /// A command whose process ended before that operation.
  private void killedAt(String sandbox, Operation operation, String place) throws Exception {
    FaultySite whole = new FaultySite(directory.resolve("whole"), sandbox);
    whole.disk.arm(Fault.FAIL, Integer.MAX_VALUE);
    var _ = whole.run();
    whole.end();
    List<Step> steps = whole.disk.steps();
    int at = 0;
    while (steps.get(at).operation() != operation || !steps.get(at).place().contains(place)) {
      at++;
    }
    site = new FaultySite(directory.resolve("site"), sandbox);
    before = site.tree();
    site.disk.arm(Fault.CRASH, at + 1);
    var _ = site.run();
    site.end();
  }

  private List<String> started() throws IOException {
    return site.open(DiskPort.system()).recover();
  }

  private static void isTold(List<String> told, String reason, Path place) {
    assertThat(told)
        .singleElement()
        .asString()
        .contains("can't be settled", reason, "Work goes on;", "To give it up, remove ")
        .contains(place.toString());
  }

  /// The next sessions work; what is unsettled stays open until a person gives it up.
  private void workGoesOn(String reason, Path place) throws Exception {
    isTold(started(), reason, place);
    assertThat(site.open()).isEqualTo(1);
    Map<String, String> left = site.tree();
    assertThat(site.run("touch other.txt")).startsWith("0 ");
    assertThat(site.tree()).hasSize(left.size() + 1);
    site.governor.close();

    isTold(started(), reason, place);
    assertThat(site.open()).isEqualTo(1);
    site.governor.close();
    remove(place);
  }

  private void isSettledAtLast() throws IOException {
    site.recovered("given up");
    site.isWhatTheRecordsSay("given up", before);
  }

  @Test
  void aPlanThatIsDamagedRefusesNoStart() throws Exception {
    killedAt("auto", Operation.DELETE, "gone.txt");
    Path view = site.left("views").getFirst();
    Path plan = view.resolve("plan");
    String text = Files.readString(plan);
    Files.writeString(plan, "{" + text.substring(text.indexOf('\n')));

    workGoesOn("plan is damaged", view);
    remove(site.contents(view));
    isSettledAtLast();
  }

  @Test
  void aViewThatCannotBeLookedAtRefusesNoStart() throws Exception {
    killedAt("auto", Operation.DELETE, "gone.txt");
    Path view = site.left("views").getFirst();
    Files.delete(view.resolve("lock"));
    Files.createDirectory(view.resolve("lock"));

    workGoesOn("lock", view);
    remove(site.contents(view));
    isSettledAtLast();
  }

  @Test
  void aLookThatIsDamagedRefusesNoStart() throws Exception {
    killedAt("landlock", Operation.WRITE, "trace.jsonl");
    Path note = site.left("commands").getFirst();
    byte[] bytes = Files.readAllBytes(note);
    String all = new String(bytes, StandardCharsets.ISO_8859_1);
    int look = all.indexOf("}", all.indexOf("outputs")) + 1;
    Files.write(note, Arrays.copyOf(bytes, look));
    Files.write(
        note, "not a look at all".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);

    workGoesOn("", note);
    site.recovered("given up");
  }

  @Test
  void aNoteThatCannotBeLookedAtRefusesNoStart() throws Exception {
    killedAt("landlock", Operation.WRITE, "trace.jsonl");
    Path note = site.left("commands").getFirst();
    Files.delete(note);
    Files.createDirectory(note);

    workGoesOn("irectory", note);
    site.recovered("given up");
  }

  private static void remove(Path tree) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
