// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.audit.AuditCheck;
import dev.writ.kernel.audit.AuditTrail;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.effect.Root;
import dev.writ.kernel.intent.Draft;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.journal.Disk.Operation;
import dev.writ.kernel.journal.RecordingDisk;
import dev.writ.kernel.journal.RecordingDisk.Fault;
import dev.writ.kernel.journal.RecordingDisk.Step;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.ledger.Ledger;
import dev.writ.kernel.ledger.Origin;
import dev.writ.kernel.ledger.TraceRecord;
import dev.writ.kernel.ledger.Verification;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.policy.Mode;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every path that changes something, with every one of its disk operations failing or interrupted:
/// the tree is as before or as after, the ledger says which, and holds.
class DiskFaultsTest {
  private static final int MOST_OPERATIONS = 400;
  private static final String RECORDS = ".orchestration/agent_trace.jsonl";
  private static final String STAGING = ".writ/objects/tmp/";

  @TempDir Path directory;

  private final List<Governor> open = new ArrayList<>();

  @AfterEach
  void closed() {
    boolean _ = Thread.interrupted();
    for (Governor governor : open) {
      try {
        governor.close();
      } catch (IOException _) {
        // Its disk was gone.
      }
    }
  }

  /// What is done.
  enum Scene {
    WRITE,
    MANY,
    DELETE_TREE,
    MOVE_TREE,
    MAKE_DIRECTORIES,
    UNDO,
    INTENT,
    CHECKPOINT;

    /// Operations that only the tree's own changes need; a checkpoint has none.
    boolean changesTree() {
      return this != CHECKPOINT;
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Scene.class)
  void aFailureAnywhereLeavesTheTreeAsBeforeOrAsAfter(Scene scene) throws IOException {
    everywhere(scene, Fault.FAIL);
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
  void anInterruptAnywhereLeavesTheTreeAsBeforeOrAsAfter(Scene scene) throws IOException {
    everywhere(scene, Fault.INTERRUPT);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Scene.class)
  void nothingChangesWithoutARecordWhereverTheProcessEnds(Scene scene) throws IOException {
    everywhere(scene, Fault.CRASH);
  }

  private void everywhere(Scene scene, Fault fault) throws IOException {
    Map<String, String> expected = after(scene);
    assertThat(expected).isNotEqualTo(scene.changesTree() ? base(scene) : Map.of());
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      Stage stage = new Stage(scene, directory.resolve(scene + "-" + n));
      Map<String, String> before = stage.tree();
      stage.disk.arm(fault, n);
      stage.play(scene);
      happened = stage.disk.happened();
      boolean _ = Thread.interrupted();
      String at = scene + ", " + fault + " of operation " + n;
      if (fault == Fault.CRASH) {
        stage.everythingIsRecorded(at, before);
      } else {
        stage.isWhole(at, before, scene.changesTree() ? expected : before);
      }
      delete(stage.base);
    }
  }

  private Map<String, String> base(Scene scene) throws IOException {
    return new Stage(scene, directory.resolve(scene + "-base")).tree();
  }

  private Map<String, String> after(Scene scene) throws IOException {
    Stage stage = new Stage(scene, directory.resolve(scene + "-expected"));
    stage.play(scene);
    return stage.tree();
  }

  @Test
  void theOrderOfAWrite() throws IOException {
    Stage stage = new Stage(Scene.MANY, directory.resolve("order"));
    stage.disk.arm(Fault.FAIL, MOST_OPERATIONS);

    stage.play(Scene.MANY);

    List<Step> steps = stage.disk.steps();
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
        .contains(new Step(Operation.FORCE, stage.base.resolve("data").toString()));
  }

  @Test
  void aPlaceThatOneCallChangesTwiceStaysAsItIs() throws IOException {
    Stage stage = new Stage(Scene.MANY, directory.resolve("twice"));
    Map<String, String> before = stage.tree();

    stage.call(ScenePerformer.TWICE);

    assertThat(stage.tree()).isEqualTo(before);
    assertThat(stage.records()).isEmpty();
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

  /// A workspace on a disk that goes wrong.
  private final class Stage {
    private final Path base;
    private final Path root;
    private final RecordingDisk disk = new RecordingDisk();
    private final AtomicLong ticks = new AtomicLong(1_700_000_000_000L);
    private final Governor governor;
    private int records;

    Stage(Scene scene, Path base) throws IOException {
      this.base = base;
      root = Files.createDirectories(base.resolve("root")).toRealPath();
      Files.writeString(root.resolve("a.txt"), "a\n");
      Files.writeString(root.resolve("gone.txt"), "gone\n");
      Path script = Files.writeString(root.resolve("old.sh"), "echo\n");
      Set<PosixFilePermission> modes = Files.getPosixFilePermissions(script);
      modes.add(PosixFilePermission.OWNER_EXECUTE);
      Files.setPosixFilePermissions(script, modes);
      Files.createDirectories(root.resolve("tree/inner"));
      Files.writeString(root.resolve("tree/b.txt"), "b\n");
      Files.writeString(root.resolve("tree/inner/c.txt"), "c\n");
      governor = governor(Root.open(root, disk));
      if (scene != Scene.MANY) {
        play(Scene.MANY); // so that there is something to undo and to sign
      }
      records = records().size();
    }

    private Governor governor(Root on) {
      Governor made =
          new Governor(
              on,
              new Governor.Place(root, base.resolve("data"), "S-1", Map.of()),
              new Policy(
                  new Policy.IntentRules(KindTable.STANDARD, false),
                  Policy.CommandRules.USUAL,
                  Policy.Questions.USUAL,
                  List.of(),
                  List.of(),
                  Policy.Course.PERFORM),
              new Governor.Outside(Optional.empty()),
              new Catalogue(List.of(new ScenePerformer())),
              question -> new Approver.Answer.Yes(question.digest(), Approver.Extent.ONCE),
              new Governor.Chance(
                  () -> Instant.ofEpochMilli(ticks.getAndAdd(250)), new SplittableRandom(1)));
      open.add(made);
      return made;
    }

    void play(Scene scene) {
      Origin person = new Origin("S-1", 1, 1, new Origin.Contributor.Human());
      try {
        switch (scene) {
          case UNDO -> governor.undo().undo(new Undo.Selection.LastTurn(), person, false);
          case INTENT ->
              governor
                  .declaring()
                  .add(new Draft("", "Work", List.of("**"), List.of(), List.of()), person);
          case CHECKPOINT -> governor.signing().checkpoint();
          case WRITE, MANY, DELETE_TREE, MOVE_TREE, MAKE_DIRECTORIES -> call(scene.name());
        }
      } catch (IOException _) {
        // It says so, and what it left is looked at.
      }
    }

    void call(String scene) {
      Standing standing =
          new Standing("S-1", Mode.SHIPPED.getFirst(), ExecutionMode.RESTRICTED_AUTONOMOUS);
      standing.beginTurn(Intent.ofSession("INT-S-2025-1", "Do it"));
      Origin origin = new Origin("S-1", 1, 1, new Origin.Contributor.Ai("test/model"));
      String arguments = Json.object().put("scene", scene).build().write();
      try {
        governor.gate().call(new ToolCall("c1", "perform", arguments), standing, origin);
      } catch (InterruptedException _) {
        // The call was aborted.
      }
    }

    /// The files with their contents and modes, and the directories.
    Map<String, String> tree() throws IOException {
      Map<String, String> tree = new TreeMap<>();
      try (Stream<Path> all = Files.walk(root)) {
        for (Path path : all.toList()) {
          String name = root.relativize(path).toString();
          boolean own =
              name.startsWith(".writ")
                  || (name.startsWith(".orchestration") && !name.endsWith(".yaml"));
          if (!own) {
            String content = Files.isDirectory(path) ? "/" : Files.readString(path);
            String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
            tree.put(name, mode + " " + content.strip());
          }
        }
      }
      return tree;
    }

    private List<TraceRecord> records() throws IOException {
      Path file = root.resolve(Ledger.PATH);
      return TraceRecord.readable(Files.exists(file) ? Files.readString(file) : "");
    }

    /// Whether a record of this scene tells of a change that no later record takes back.
    private boolean tellsOfAChange() throws IOException {
      List<TraceRecord> all = records();
      List<TraceRecord> effective = new ArrayList<>();
      for (TraceRecord record : all.reversed()) {
        if (effective.stream().noneMatch(later -> undoes(later, record))) {
          effective.add(record);
        }
      }
      return all.subList(records, all.size()).stream().anyMatch(effective::contains)
          && !onlyTakesBack(all.subList(records, all.size()), effective);
    }

    /// Whether what stands is only a record that takes back another one of this scene.
    private static boolean onlyTakesBack(List<TraceRecord> fresh, List<TraceRecord> effective) {
      return fresh.stream()
          .filter(effective::contains)
          .allMatch(record -> fresh.stream().anyMatch(other -> undoes(record, other)));
    }

    private static boolean undoes(TraceRecord record, TraceRecord other) {
      return record.raw().contains("\"undoes\"")
          && record.raw().contains(other.id())
          && !record.id().equals(other.id());
    }

    void isWhole(String at, Map<String, String> before, Map<String, String> after)
        throws IOException {
      Map<String, String> now = tree();
      assertThat(List.of(before, after)).as(at).contains(now);
      boolean changed = !now.equals(before);
      assertThat(tellsOfAChange()).as(at + ": the ledger knows").isEqualTo(changed);
      holds(at);
    }

    void everythingIsRecorded(String at, Map<String, String> before) throws IOException {
      String ledger = records().toString();
      Map<String, String> now = tree();
      Set<String> places = new TreeSet<>(now.keySet());
      places.addAll(before.keySet());
      for (String place : places) {
        String state = now.getOrDefault(place, "");
        if (!state.equals(before.getOrDefault(place, ""))) {
          String named = state.endsWith("/") ? "\"" + place : "\"" + place + "\"";
          assertThat(ledger).as(at).contains(named);
        }
      }
      holds(at);
    }

    /// As the next process finds it.
    private void holds(String at) throws IOException {
      Governor next = governor(Root.open(root));
      assertThat(next.signing().verify(Set.of())).as(at).isInstanceOf(Verification.Sound.class);
      AuditCheck.Found audit = new AuditTrail(base.resolve("data")).verify();
      assertThat(audit.faults()).as(at).isEmpty();
    }
  }
}
