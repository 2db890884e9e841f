// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.door.DiskFaultsTest.Scene;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A process that ended amid a call: what the next one tells the person, and what it leaves alone
/// because somebody worked there in between.
class CallRecoveryTest {
  @TempDir Path directory;

  private SceneStage stage;

  @BeforeEach
  void opened() throws IOException {
    stage = new SceneStage(Scene.MANY, directory.resolve("stage"));
  }

  @AfterEach
  void closed() {
    stage.close();
  }

  /// Plays until the process ends before the last operation of that kind there.
  private void killedBefore(Operation operation, String part) throws IOException {
    SceneStage whole = new SceneStage(Scene.MANY, directory.resolve("whole"));
    whole.disk().arm(Fault.FAIL, 1000);
    whole.play(Scene.MANY);
    whole.close();
    List<Step> steps = whole.disk().steps();
    int at = steps.size() - 1;
    while (steps.get(at).operation() != operation || !steps.get(at).place().contains(part)) {
      at--;
    }
    stage.disk().arm(Fault.CRASH, at + 1);
    stage.play(Scene.MANY);
  }

  @Test
  void whatWasDoneInPartIsTakenBackAndSaid() throws IOException {
    Map<String, String> before = stage.tree();
    killedBefore(Operation.RENAME, "bin/new.sh");
    assertThat(stage.tree()).isNotEqualTo(before);

    assertThat(stage.recovered())
        .containsExactly(
            "Writ was ended while it performed 'perform write a.txt, write fresh/x.txt, delete"
                + " gone.txt, move old.sh → bin/new.sh': modify a.txt, create fresh/x.txt, delete"
                + " gone.txt, rename bin/new.sh: not done, nothing of it remains");

    assertThat(stage.tree()).isEqualTo(before);
    assertThat(stage.changedByCall()).isEmpty();
    assertThat(stage.records()).hasSize(2);
    TraceRecord back = stage.records().getLast();
    assertThat(back.related("undoes")).containsExactly(stage.records().getFirst().id());
    assertThat(stage.recovered()).as("only once").isEmpty();
  }

  @Test
  void whatWasRecordedAndNotBegunIsTakenBackInTheLedger() throws IOException {
    Map<String, String> before = stage.tree();
    killedBefore(Operation.RENAME, "fresh");
    assertThat(stage.records()).hasSize(1);

    assertThat(stage.recovered()).singleElement().asString().endsWith("nothing of it remains");

    assertThat(stage.tree()).isEqualTo(before);
    assertThat(stage.records().getLast().related("undoes")).hasSize(1);
  }

  @Test
  void whatWasDoneToItsEndStays() throws IOException {
    SceneStage whole = new SceneStage(Scene.MANY, directory.resolve("whole-end"));
    whole.play(Scene.MANY);
    Map<String, String> after = whole.tree();
    whole.close();
    killedBefore(Operation.WRITE, "audit.jsonl");

    assertThat(stage.recovered()).singleElement().asString().endsWith("bin/new.sh: done");
    assertThat(stage.tree()).isEqualTo(after);
    assertThat(stage.changedByCall()).contains("a.txt", "old.sh", "bin/new.sh");
    assertThat(stage.records()).hasSize(1);
  }

  @Test
  void whatAPersonChangedSinceIsLeftAloneAndTheLedgerSaysTheRest() throws IOException {
    killedBefore(Operation.RENAME, "bin/new.sh");
    Files.writeString(stage.root().resolve("a.txt"), "mine\n");

    assertThat(stage.recovered())
        .singleElement()
        .asString()
        .endsWith(": done only in part, as another record says");

    assertThat(stage.tree())
        .containsEntry("a.txt", "rw-r--r-- mine")
        .containsEntry("fresh/x.txt", "rw-r--r-- x")
        .containsKey("old.sh")
        .doesNotContainKeys("gone.txt", "bin/new.sh");
    TraceRecord said = stage.records().getLast();
    assertThat(said.related("corrects")).containsExactly(stage.records().getFirst().id());
    assertThat(said.files())
        .extracting(file -> file.text("relative_path").orElse(""))
        .contains("old.sh")
        .doesNotContain("a.txt", "fresh/x.txt", "gone.txt");
    assertThat(stage.changedByCall())
        .contains("a.txt", "fresh/x.txt", "gone.txt")
        .doesNotContain("old.sh", "bin/new.sh");
    assertThat(stage.recovered()).as("only once").isEmpty();
  }

  @Test
  void whatAPersonWroteInTheWayIsLeftAlone() throws IOException {
    Map<String, String> before = stage.tree();
    killedBefore(Operation.RENAME, "fresh");
    Files.writeString(stage.root().resolve("fresh/mine"), "mine\n");

    assertThat(stage.recovered()).hasSize(1);

    assertThat(stage.tree()).containsAllEntriesOf(before).containsKey("fresh/mine");
    assertThat(stage.records().getLast().files())
        .extracting(file -> file.text("relative_path").orElse(""))
        .contains("a.txt", "fresh/x.txt")
        .doesNotContain("fresh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"link", "file", "gone"})
  void whatStandsInThePlaceOfADirectoryIsLeftAlone(String kind) throws IOException {
    killedBefore(Operation.RENAME, "bin/new.sh");
    Path fresh = stage.root().resolve("fresh");
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.move(fresh.resolve("x.txt"), elsewhere.resolve("x.txt"));
    Files.delete(fresh);
    switch (kind) {
      case "link" -> Files.createSymbolicLink(fresh, elsewhere);
      case "file" -> Files.writeString(fresh, "mine\n");
      default -> {}
    }

    assertThat(stage.recovered()).hasSize(1);

    assertThat(elsewhere.resolve("x.txt")).hasContent("x");
    assertThat(Files.exists(fresh, LinkOption.NOFOLLOW_LINKS)).isEqualTo(!kind.equals("gone"));
    assertThat(stage.recovered()).as("only once").isEmpty();
  }

  /// A ledger comes with a repository: whoever knows a session can write records in its name.
  @ParameterizedTest
  @ValueSource(strings = {"../outside.txt", "/outside.txt", ".git/config", ".writ/authority.yaml"})
  void aRecordThatNamesAnotherPlaceBringsNothingBackThere(String place) throws IOException {
    Path outside = Files.writeString(stage.root().resolveSibling("outside.txt"), "x\n");
    Files.createDirectories(stage.root().resolve(".git"));
    Files.writeString(stage.root().resolve(".git/config"), "x\n");
    Files.createDirectories(stage.root().resolve(".writ"));
    Files.writeString(stage.root().resolve(".writ/authority.yaml"), "x\n");
    killedBefore(Operation.RENAME, "bin/new.sh");
    Path ledger = stage.root().resolve(Ledger.PATH);
    String line = stage.records().getFirst().raw();
    String id = stage.records().getFirst().id();
    Files.writeString(
        ledger,
        line.replace("fresh/x.txt", place).replace(id, id.substring(0, 35) + "0") + "\n",
        StandardOpenOption.APPEND);

    assertThat(stage.recovered()).hasSize(1);

    assertThat(outside).hasContent("x");
    assertThat(stage.root().resolve(".git/config")).hasContent("x");
    assertThat(stage.root().resolve(".writ/authority.yaml")).hasContent("x");
  }
}
