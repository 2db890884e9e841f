// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.door.DiskFaultsTest.Scene;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
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

  private List<Step> steps() throws IOException {
    SceneStage whole = new SceneStage(Scene.MANY, directory.resolve("whole"));
    whole.disk().arm(Fault.FAIL, 1000);
    whole.play(Scene.MANY);
    whole.close();
    return whole.disk().steps();
  }

  private static int lastOf(List<Step> steps, Operation operation, String part) {
    int at = steps.size() - 1;
    while (steps.get(at).operation() != operation || !steps.get(at).place().contains(part)) {
      at--;
    }
    return at;
  }

  /// The operation after the record was forced.
  private int recorded() throws IOException {
    return lastOf(steps(), Operation.FORCE, Ledger.PATH) + 1;
  }

  private void killedAt(int operation) {
    stage.disk().arm(Fault.CRASH, operation + 1);
    stage.play(Scene.MANY);
  }

  /// Plays until the process ends before the last operation of that kind there.
  private void killedBefore(Operation operation, String part) throws IOException {
    killedAt(lastOf(steps(), operation, part));
  }

  private List<String> placesOfLast() throws IOException {
    return stage.records().getLast().files().stream().map(RecordedChange::path).toList();
  }

  @Test
  void whatWasDoneInPartStaysAndTheLedgerSaysTheRest() throws IOException {
    killedBefore(Operation.RENAME, "bin/new.sh");
    Map<String, String> left = stage.tree();

    assertThat(stage.recovered())
        .containsExactly(
            "Writ was ended while it performed 'perform write a.txt, write fresh/x.txt, delete"
                + " gone.txt, move old.sh → bin/new.sh': not done: bin/new.sh, but a.txt,"
                + " fresh/x.txt, gone.txt: done");

    assertThat(stage.tree()).isEqualTo(left);
    assertThat(stage.changedByCall())
        .contains("a.txt", "fresh/x.txt", "gone.txt")
        .doesNotContain("old.sh", "bin/new.sh");
    assertThat(stage.records().getLast().related("corrects"))
        .containsExactly(stage.records().getFirst().id());
    assertThat(placesOfLast()).containsExactly("old.sh");
    assertThat(stage.recovered()).as("only once").isEmpty();
  }

  @Test
  void whatWasRecordedAndNotBegunIsTakenBackInTheLedger() throws IOException {
    Map<String, String> before = stage.tree();
    killedAt(recorded());
    assertThat(stage.records()).hasSize(1);

    assertThat(stage.recovered()).singleElement().asString().endsWith(": not done");
    assertThat(stage.ending()).startsWith("cut_off");

    assertThat(stage.tree()).isEqualTo(before);
    assertThat(stage.changedByCall()).isEmpty();
    assertThat(stage.records().getLast().related("undoes"))
        .containsExactly(stage.records().getFirst().id());
  }

  @Test
  void whatWasDoneToItsEndStays() throws IOException {
    killedBefore(Operation.WRITE, "audit.jsonl");
    Map<String, String> after = stage.tree();

    assertThat(stage.recovered()).singleElement().asString().endsWith("bin/new.sh: done");
    assertThat(stage.ending()).startsWith("recovered");

    assertThat(stage.tree()).isEqualTo(after).containsKey("bin/new.sh");
    assertThat(stage.changedByCall()).contains("a.txt", "old.sh", "bin/new.sh");
    assertThat(stage.records()).hasSize(1);
  }

  @Test
  void whatAPersonTookBackIsAllThatTheLedgerTakesBack() throws IOException {
    killedBefore(Operation.WRITE, "audit.jsonl");
    Files.writeString(stage.root().resolve("a.txt"), "a\n"); // as `git checkout` does
    Map<String, String> left = stage.tree();

    assertThat(stage.recovered()).hasSize(1);

    assertThat(stage.tree()).isEqualTo(left).containsKey("bin/new.sh");
    assertThat(placesOfLast()).containsExactly("a.txt");
    assertThat(stage.records().getLast().files().getFirst().kind())
        .as("what is lost is not taken for absent")
        .isEqualTo("modify");
  }

  @Test
  void whatAPersonChangedSinceIsLeftAlone() throws IOException {
    killedBefore(Operation.RENAME, "bin/new.sh");
    Files.writeString(stage.root().resolve("a.txt"), "mine\n");
    Files.writeString(stage.root().resolve("fresh/mine"), "mine\n");
    Map<String, String> left = stage.tree();

    assertThat(stage.recovered()).hasSize(1);

    assertThat(stage.tree()).isEqualTo(left);
    assertThat(placesOfLast()).containsExactly("old.sh");
  }

  @Test
  void whereAllWasChangedSinceNothingIsClaimed() throws IOException {
    killedAt(recorded());
    Files.createDirectory(stage.root().resolve("fresh"));
    Files.createDirectory(stage.root().resolve("bin"));
    for (String file : List.of("a.txt", "gone.txt", "old.sh", "fresh/x.txt", "bin/new.sh")) {
      Files.writeString(stage.root().resolve(file), "mine\n");
    }

    assertThat(stage.recovered()).singleElement().asString().endsWith("bin/new.sh: changed since");
    assertThat(stage.records()).hasSize(1);
  }

  @Test
  void anUndoOfAnEarlierProcessThatWasCutOffIsSettled() throws IOException {
    stage.play(Scene.MANY);
    stage.newProcess();
    Map<String, String> before = stage.states();
    stage.disk().arm(Fault.FAIL, 1000);
    SceneStage whole = new SceneStage(Scene.UNDO, directory.resolve("whole-undo"));
    whole.disk().arm(Fault.FAIL, 1000);
    whole.play(Scene.UNDO);
    whole.close();
    int at = lastOf(whole.disk().steps(), Operation.RENAME, "old.sh");
    stage.disk().arm(Fault.CRASH, at + 1);
    stage.play(Scene.UNDO);
    assertThat(stage.states()).isNotEqualTo(before);

    assertThat(stage.recovered()).singleElement().asString().contains("'undo': not done: ");

    assertThat(stage.records().getLast().related("corrects")).hasSize(1);
  }

  /// Something that can't be removed in the place of marks hinders nothing.
  @Test
  void whatCantBeSettledRefusesNoStart() throws IOException {
    killedBefore(Operation.RENAME, "bin/new.sh");
    Files.createDirectories(directory.resolve("stage/data/receipts/S-9-x/inner"));

    assertThat(stage.recovered()).hasSize(1);
    assertThat(stage.recovered()).isEmpty();
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
    assertThat(placesOfLast()).contains("old.sh");
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
