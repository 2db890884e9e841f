// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.tool.ScenePerformer;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.faults.RecordingDisk.Step;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every path that changes something, with every one of its disk operations failing or interrupted:
/// the tree is as before or as after, the ledger says which, and holds.
public class DiskFaultsTest {
  private static final int MOST_OPERATIONS = 400;
  private static final String RECORDS = ".orchestration/agent_trace.jsonl";
  private static final String STAGING = ".writ/objects/tmp/";

  @TempDir Path directory;

  private final List<SceneStage> open = new ArrayList<>();

  @AfterEach
  void closed() {
    boolean _ = Thread.interrupted();
    open.forEach(SceneStage::close);
  }

  private SceneStage stage(Scene scene, String name) throws IOException {
    SceneStage stage = new SceneStage(scene, directory.resolve(name));
    open.add(stage);
    return stage;
  }

  /// The act.
  public enum Scene {
    WRITE,
    MANY,
    DELETE_TREE,
    MOVE_TREE,
    MOVE_AND_EDIT,
    MAKE_DIRECTORIES,
    UNDO,
    INTENT,
    ACTIVATE,
    CHECKPOINT;

    /// Operations that only the tree's own changes need; a checkpoint has none.
    boolean changesTree() {
      return this != CHECKPOINT;
    }
  }

  @ParameterizedTest
  @EnumSource(Scene.class)
  void aFailureAnywhereLeavesTheTreeAsBeforeOrAsAfter(Scene scene) throws IOException {
    everywhere(scene, Fault.FAIL);
  }

  /// What can't be taken back is no worse than a kill: the next process settles it.
  @ParameterizedTest
  @EnumSource(Scene.class)
  void aDiskThatIsFullFromAnywhereOnLeavesNoRecordOfWhatWasNotDone(Scene scene) throws IOException {
    everywhere(scene, Fault.FULL);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Scene.class)
  void aFailureOfWhatHappenedLeavesTheTreeAsBeforeOrAsAfter(Scene scene) throws IOException {
    everywhere(scene, Fault.FAIL_LATE);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Scene.class)
  void anErrorOfTheMachineAnywhereLeavesTheTreeAsBeforeOrAsAfter(Scene scene) throws IOException {
    everywhere(scene, Fault.ERROR);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Scene.class)
  void anInterruptAnywhereLeavesTheTreeAsBeforeOrAsAfter(Scene scene) throws IOException {
    everywhere(scene, Fault.INTERRUPT);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Scene.class)
  void interruptsFromAnywhereOnLeaveTheTreeAsBeforeOrAsAfter(Scene scene) throws IOException {
    everywhere(scene, Fault.INTERRUPTS);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Scene.class)
  void nothingChangesWithoutARecordWhereverTheProcessEnds(Scene scene) throws IOException {
    everywhere(scene, Fault.CRASH);
  }

  /// The process ends amid its changes, and the next one fails or ends amid its recovery, at every
  /// operation.
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "MANY,CRASH",
    "MANY,FAIL",
    "MOVE_TREE,CRASH",
    "MOVE_AND_EDIT,CRASH",
    "UNDO,CRASH",
    "UNDO,FAIL"
  })
  void aRecoveryThatIsCutOffIsGoneOnWith(Scene scene, Fault fault) throws IOException {
    SceneStage whole = stage(scene, scene + "-whole");
    whole.disk().arm(Fault.FAIL, MOST_OPERATIONS);
    whole.play(scene);
    List<Step> steps = whole.disk().steps();
    int recorded = last(steps, Operation.FORCE, RECORDS) + 1;
    for (int at = recorded; at < steps.size(); at++) {
      boolean happened = true;
      for (int n = 1; happened; n++) {
        SceneStage stage = stage(scene, scene + "-" + fault + "-" + at + "-" + n);
        stage.newProcess();
        Map<String, String> before = stage.states();
        stage.disk().arm(Fault.CRASH, at + 1);
        stage.play(scene);
        stage.recoversUntil(fault, n);
        happened = stage.disk().happened();
        stage.isRecovered(scene + " cut off at " + at + ", its recovery at " + n, before);
        delete(stage.base());
      }
    }
  }

  private void everywhere(Scene scene, Fault fault) throws IOException {
    Map<String, String> expected = after(scene);
    assertThat(expected).isNotEqualTo(scene.changesTree() ? base(scene) : Map.of());
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      SceneStage stage = stage(scene, scene + "-" + n);
      Map<String, String> before = stage.tree();
      Map<String, String> states = stage.states();
      stage.disk().arm(fault, n);
      stage.play(scene);
      happened = stage.disk().happened();
      boolean _ = Thread.interrupted();
      String at = scene + ", " + fault + " of operation " + n;
      if (fault == Fault.CRASH || fault == Fault.FULL) {
        stage.everythingIsRecorded(at, before);
      } else {
        stage.isWhole(at, before, scene.changesTree() ? expected : before);
      }
      stage.isRecovered(at, states);
      delete(stage.base());
    }
  }

  private Map<String, String> base(Scene scene) throws IOException {
    return stage(scene, scene + "-base").tree();
  }

  private Map<String, String> after(Scene scene) throws IOException {
    SceneStage stage = stage(scene, scene + "-expected");
    stage.play(scene);
    return stage.tree();
  }

  @Test
  void theOrderOfAWrite() throws IOException {
    SceneStage stage = stage(Scene.MANY, "order");
    stage.disk().arm(Fault.FAIL, MOST_OPERATIONS);

    stage.play(Scene.MANY);

    List<Step> steps = stage.disk().steps();
    int receipt = last(steps, Operation.FORCE, "audit.jsonl");
    int kept = first(steps, Operation.RENAME, ".writ/objects/", STAGING);
    int stagedForced = lastBefore(steps, Operation.FORCE, STAGING, kept);
    int record = first(steps, Operation.WRITE, RECORDS);
    int recordForced = first(steps, Operation.FORCE, RECORDS);
    int renamed = first(steps, Operation.RENAME, "a.txt");
    assertThat(first(steps, Operation.WRITE, "audit.jsonl")).isLessThan(receipt);
    assertThat(receipt).as("the receipt is forced before anything else").isLessThan(kept);
    assertThat(receipt).isLessThan(first(steps, Operation.WRITE, STAGING));
    assertThat(stagedForced).as("old content is forced before it has its name").isNotNegative();
    assertThat(kept).as("old content is kept before the record").isLessThan(record);
    assertThat(lastBefore(steps, Operation.FORCE, ".writ/objects/", record))
        .as("and its directory is forced")
        .isGreaterThan(kept);
    assertThat(lastBefore(steps, Operation.WRITE, STAGING, record))
        .as("new content is staged before the record")
        .isGreaterThan(kept);
    assertThat(record).isLessThan(recordForced);
    assertThat(recordForced).as("the record is forced before the rename").isLessThan(renamed);
    assertThat(last(steps, Operation.FORCE, "bin")).as("so are renames").isGreaterThan(renamed);
    for (Step step : steps) {
      if (step.operation() == Operation.CREATE && !step.place().startsWith(STAGING)) {
        int at = steps.indexOf(step);
        assertThat(steps.subList(at, record))
            .as("a new directory is forced in the one above it")
            .contains(
                new Step(Operation.FORCE, WorkspacePath.of(step.place()).parent().toString()));
      }
    }
    assertThat(steps.subList(0, kept))
        .as("a new audit log is forced in its directory")
        .contains(new Step(Operation.FORCE, stage.base().resolve("data").toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ScenePerformer.TWICE,
        ScenePerformer.MOVED_AND_DELETED,
        ScenePerformer.WRITTEN_AND_MOVED,
        ScenePerformer.MOVED_TO_TWO_PLACES
      })
  void aPlaceThatOneCallChangesTwiceStaysAsItIs(String call) throws IOException {
    SceneStage stage = stage(Scene.MANY, call);
    Map<String, String> before = stage.tree();

    stage.call(call);

    assertThat(stage.tree()).isEqualTo(before);
    assertThat(stage.records()).isEmpty();
  }

  @Test
  void whatIsTakenBackIsRecordedFromTheLastChangeToTheFirst() throws IOException {
    SceneStage whole = stage(Scene.MANY, "whole");
    whole.disk().arm(Fault.FAIL, MOST_OPERATIONS);
    whole.play(Scene.MANY);
    int renamed = first(whole.disk().steps(), Operation.RENAME, "a.txt");
    SceneStage stage = stage(Scene.MANY, "stage");
    stage.disk().arm(Fault.FAIL, renamed + 1);

    stage.play(Scene.MANY);

    assertThat(stage.records()).hasSize(2);
    List<String> done = places(stage.records().getFirst());
    assertThat(done).hasSizeGreaterThan(3);
    assertThat(places(stage.records().getLast())).isEqualTo(done.reversed());
  }

  @Test
  void anUndoThatFailedCanBeMadeAgain() throws IOException {
    SceneStage whole = stage(Scene.UNDO, "whole-undo");
    whole.disk().arm(Fault.FAIL, MOST_OPERATIONS);
    whole.play(Scene.UNDO);
    int renamed = last(whole.disk().steps(), Operation.RENAME, "old.sh");
    SceneStage stage = stage(Scene.UNDO, "undo-again");
    Map<String, String> before = stage.tree();
    stage.disk().arm(Fault.FAIL, renamed + 1);

    stage.play(Scene.UNDO);
    assertThat(stage.tree()).isEqualTo(before);
    stage.play(Scene.UNDO);

    assertThat(stage.tree()).isEqualTo(whole.tree());
  }

  /// The places of a record in their order; of a move that from which it goes.
  private static List<String> places(TraceRecord record) {
    boolean back = record.raw().contains("\"undoes\"");
    List<String> places = new ArrayList<>();
    for (RecordedChange file : record.files()) {
      String to = file.path();
      places.add(back ? to : file.from().orElse(to));
    }
    return places;
  }

  private static int first(List<Step> steps, Operation operation, String part) {
    return first(steps, operation, part, "\0");
  }

  private static int first(List<Step> steps, Operation operation, String part, String without) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step.operation() == operation
          && step.place().contains(part)
          && !step.place().contains(without)) {
        return i;
      }
    }
    throw new AssertionError(operation + " " + part + " in " + steps);
  }

  private static int last(List<Step> steps, Operation operation, String part) {
    return lastBefore(steps, operation, part, steps.size());
  }

  private static int lastBefore(List<Step> steps, Operation operation, String part, int end) {
    for (int i = end - 1; i >= 0; i--) {
      if (steps.get(i).operation() == operation && steps.get(i).place().contains(part)) {
        return i;
      }
    }
    return -1;
  }

  private static void delete(Path base) throws IOException {
    try (Stream<Path> all = Files.walk(base)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
