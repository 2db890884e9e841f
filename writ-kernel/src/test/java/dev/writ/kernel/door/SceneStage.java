// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.change.UndoService;
import dev.writ.kernel.door.DiskFaultsTest.Scene;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentDraft;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.kernel.tool.ScenePerformer;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.audit.AuditCheck;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// A workspace on a disk that goes wrong.
final class SceneStage implements AutoCloseable {
  private final Path base;
  private final Path root;
  private final RecordingDisk disk = new RecordingDisk();
  private final List<Governor> open = new ArrayList<>();
  private final AtomicLong ticks = new AtomicLong(1_700_000_000_000L);
  private Governor governor;
  private int records;
  private String session = "S-1";
  private Runnable meanwhile = () -> {};

  SceneStage(Scene scene, Path base) throws IOException {
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
    governor = governor(WorkspaceRoot.open(root, disk));
    if (scene != Scene.MANY) {
      play(Scene.MANY); // so that there is something to undo and to sign
    }
    if (scene == Scene.ACTIVATE) {
      play(Scene.INTENT);
    }
    records = records().size();
  }

  private Governor governor(WorkspaceRoot on) {
    Governor made =
        new Governor(
            on,
            new WorkspacePlace(root, base.resolve("data"), session, Map.of()),
            new GovernancePolicy(
                new GovernancePolicy.IntentRules(KindTable.STANDARD, false),
                GovernancePolicy.CommandRules.USUAL,
                GovernancePolicy.Questions.USUAL,
                List.of(),
                List.of(),
                GovernancePolicy.ExecutionCourse.PERFORM),
            new Governor.Outside(Optional.empty(), SemanticComparison.plain()),
            new ToolCatalogue(List.of(new ScenePerformer(() -> meanwhile.run()))),
            question -> new Approver.Answer.Yes(question.digest(), Approver.Extent.ONCE),
            new Governor.Chance(
                () -> Instant.ofEpochMilli(ticks.getAndAdd(250)), new SplittableRandom(1)));
    open.add(made);
    return made;
  }

  /// The places: the workspace, and Writ's data of the person.
  Path base() {
    return base;
  }

  /// The workspace.
  Path root() {
    return root;
  }

  /// The checks of every call.
  GateSequence gates() {
    return governor.gate().gates();
  }

  /// What happens between a decision and its act.
  void meanwhile(Runnable what) {
    meanwhile = what;
  }

  /// The faults on request.
  RecordingDisk disk() {
    return disk;
  }

  @Override
  public void close() {
    for (Governor governor : open) {
      try {
        governor.close();
      } catch (IOException | InternalError _) {
        // Its disk was gone.
      }
    }
  }

  /// Does what a scene is about; a failure is what the test looks at afterwards.
  void play(Scene scene) {
    ActOrigin person = person();
    try {
      switch (scene) {
        case UNDO -> governor.undo().undo(new UndoService.Selection.LastTurn(), person, false);
        case INTENT ->
            governor
                .declaration()
                .add(new IntentDraft("", "Work", List.of("**"), List.of(), List.of()), person);
        case ACTIVATE ->
            governor.declaration().status("INT-001", Intent.IntentStatus.ACTIVE, person);
        case CHECKPOINT -> governor.signing().checkpoint();
        case WRITE, MANY, DELETE_TREE, MOVE_TREE, MOVE_AND_EDIT, MAKE_DIRECTORIES ->
            call(scene.name());
      }
    } catch (IOException | InternalError _) {
      // It says so, and what it left is looked at.
    }
  }

  private ActOrigin person() {
    return new ActOrigin(session, 1, 1, new ActOrigin.Contributor.Human());
  }

  /// Has a process of a session take changes back, which may be killed.
  void undo(String by, UndoService.Selection selection) throws IOException {
    session = by;
    newProcess();
    try {
      var _ = governor.undo().undo(selection, person(), false);
    } catch (IOException | InternalError _) {
      // The next process goes on.
    }
  }

  /// Brings the map of the intents up to date; a failure is what the test looks at afterwards.
  void updateMap() {
    try {
      assertThat(governor.map().update(false)).isEmpty();
    } catch (IOException | InternalError _) {
      // The next update makes up for it.
    }
  }

  void call(String scene) {
    SessionState sessionState =
        new SessionState("S-1", WorkMode.SHIPPED.getFirst(), ExecutionMode.RESTRICTED_AUTONOMOUS);
    sessionState.beginTurn(Intent.ofSession("INT-S-2025-1", "Do it"));
    ActOrigin origin = new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Ai("test/model"));
    String arguments = Json.object().put("scene", scene).build().write();
    try {
      governor.gate().call(new ToolCall("c1", "perform", arguments), sessionState, origin);
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

  List<TraceRecord> records() throws IOException {
    Path file = root.resolve(Ledger.PATH);
    return TraceRecord.readable(Files.exists(file) ? Files.readString(file) : "");
  }

  /// Whether a record of this scene has a change that no later record reverts.
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

  /// A dead process holds no locks.
  private void end() {
    close();
    open.clear();
    boolean _ = Thread.interrupted();
  }

  /// A recovery whose n-th operation goes wrong.
  void recoversUntil(Fault fault, int n) throws IOException {
    end();
    disk.revive(fault, n);
    try {
      var _ = governor(WorkspaceRoot.open(root, disk)).recover();
    } catch (IOException _) {
      // It was cut off.
    }
  }

  /// Goes on in another process.
  void newProcess() throws IOException {
    end();
    governor = governor(WorkspaceRoot.open(root, disk));
  }

  /// What the next process tells of what it found.
  List<String> recovered() throws IOException {
    end();
    return governor(WorkspaceRoot.open(root)).recover();
  }

  /// What the call changed, as the next process answers the model.
  List<String> changedByCall() throws IOException {
    ActOrigin origin = new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Human());
    return open.getLast().gate().mutations().behind(origin.url());
  }

  /// What the next process makes of it: the workspace is what the ledger says, and every act has
  /// its outcome.
  void isRecovered(String at, Map<String, String> before) throws IOException {
    Map<String, String> left = states();
    String told = at + ", recovered " + recovered();
    assertThat(states()).as(told).isEqualTo(left);
    Map<String, String> recorded = new TreeMap<>(before);
    for (TraceRecord record : records().subList(records, records().size())) {
      record.files().forEach(file -> apply(file, recorded));
    }
    assertThat(states()).as(told).isEqualTo(recorded);
    holds(told);
    AuditCheck.Found audit = new AuditTrail(base.resolve("data")).verify();
    assertThat(audit.open()).as(told).isEmpty();
    assertThat(marks()).as(told).isEmpty();
  }

  /// How the last act ended, as the audit log says.
  String ending() throws IOException {
    return new AuditTrail(base.resolve("data")).entries().getLast().how();
  }

  private List<String> marks() throws IOException {
    try (Stream<Path> all = Files.walk(base.resolve("data/receipts"))) {
      return all.filter(Files::isRegularFile)
          .map(path -> path.getFileName().toString())
          .filter(name -> !name.equals("lock"))
          .toList();
    } catch (NoSuchFileException _) {
      return List.of(); // it ended before its first receipt
    }
  }

  /// The places with their modes and the hashes of their contents.
  Map<String, String> states() throws IOException {
    Map<String, String> states = new TreeMap<>();
    for (String name : tree().keySet()) {
      Path path = root.resolve(name);
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
      String content = Files.isDirectory(path) ? "/" : ContentHash.of(Files.readAllBytes(path));
      states.put(name, mode + " " + content);
    }
    return states;
  }

  private static void apply(RecordedChange file, Map<String, String> states) {
    String path = file.path();
    String old = states.getOrDefault(file.from().orElse(path), "");
    file.from().ifPresent(states::remove);
    String usual = file.isDirectory() ? "rwxr-xr-x" : "rw-r--r--";
    String mode = file.after().mode().orElse(old.isEmpty() ? usual : old.split(" ", 2)[0]);
    if (file.after().vacant()) {
      states.remove(path);
    } else {
      states.put(path, mode + " " + (file.isDirectory() ? "/" : file.after().hash().orElse("")));
    }
  }

  /// As the next process finds it.
  private void holds(String at) throws IOException {
    Governor next = governor(WorkspaceRoot.open(root));
    assertThat(next.signing().verify(Set.of())).as(at).isInstanceOf(VerificationReport.Sound.class);
    AuditCheck.Found audit = new AuditTrail(base.resolve("data")).verify();
    assertThat(audit.faults()).as(at).isEmpty();
  }
}
