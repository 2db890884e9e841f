// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.kernel.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.change.UndoService;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.KindTable;
import dev.writ.kernel.policy.WorkMode;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.session.WorkspacePlace;
import dev.writ.kernel.tool.ScriptPerformer;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.audit.AuditCheck;
import dev.writ.records.audit.AuditTrail;
import dev.writ.records.change.SemanticComparison;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.ledger.ActOrigin;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.records.verify.VerificationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// A workspace on a disk that goes wrong.
final class FaultySite {
  private static final String VIEWS = ".writ/objects/views";
  private static final String SCRIPT =
      """
      echo more >> old.txt
      rm gone.txt
      chmod 700 tree/below; rm -r tree
      echo file > tree
      rm file; mkdir -m 700 file; echo inner > file/inner
      mkdir -p new/deep; echo x > new/deep/x
      ln -sf old.txt link
      chmod 600 mode.txt
      chmod 755 moved
      mv moved elsewhere
      ln new/deep/x new/same; ln new/deep/x mode2.txt
      mkdir -p node_modules/a; echo o > node_modules/a/b.js
      """;

  private static final String HOOK =
      """
      #!/bin/sh
      echo more >> old.txt
      rm gone.txt
      mkdir new; echo x > new/x
      chmod 600 mode.txt
      """;

  private final Path base;
  private final String sandbox;
  final Path root;
  final RecordingDisk disk = new RecordingDisk();
  private final AtomicLong ticks = new AtomicLong(1_700_000_000_000L);
  Governor governor;
  private Optional<Json.Obj> hooks = Optional.empty();
  private Extent extent = Extent.ONCE;
  private int ends;

  /// @param sandbox the mechanism in which commands run
  FaultySite(Path base, String sandbox) throws IOException {
    this.base = base;
    this.sandbox = sandbox;
    root = Files.createDirectories(base.resolve("root")).toRealPath();
    Files.createDirectories(root.resolve("tree/below"));
    Files.createDirectory(root.resolve("moved"));
    for (String file :
        List.of("old.txt", "gone.txt", "tree/below/a", "file", "mode.txt", "moved/m")) {
      Files.writeString(root.resolve(file), file + "\n");
    }
    Files.createSymbolicLink(root.resolve("link"), Path.of("gone.txt"));
    Files.writeString(root.resolve("s.sh"), SCRIPT);
    Files.writeString(root.resolve(".gitignore"), "node_modules/\n");
    governor = open(disk);
  }

  /// The same with a directory that takes nothing in, which the script removes.
  FaultySite withClosedDirectory() throws IOException {
    Files.setPosixFilePermissions(
        root.resolve("tree/below"), PosixFilePermissions.fromString("r-x------"));
    return this;
  }

  /// The same with a hook of the person that changes some of it after each command.
  FaultySite withWritingHook() throws IOException {
    Path hook = Files.writeString(base.resolve("hook.sh"), HOOK);
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwx------"));
    Json.Builder handler =
        Json.object().put("type", "command").put("command", hook.toString()).put("writes", true);
    Json.Obj group = Json.object().put("hooks", new Json.Arr(List.of(handler.build()))).build();
    hooks = Optional.of(Json.object().put("PostToolUse", new Json.Arr(List.of(group))).build());
    governor.close();
    open(disk);
    return this;
  }

  Governor open(DiskPort on) throws IOException {
    governor =
        new Governor(
            WorkspaceRoot.open(root, on),
            new WorkspacePlace(root, base.resolve("data"), "S-1", Map.of()),
            new GovernancePolicy(
                new GovernancePolicy.IntentRules(KindTable.STANDARD, false),
                rules(),
                GovernancePolicy.Questions.USUAL,
                List.of(),
                List.of(),
                GovernancePolicy.ExecutionCourse.PERFORM),
            new Governor.Outside(hooks, SemanticComparison.plain()),
            new ToolCatalogue(List.of(new ScriptPerformer())),
            question -> new Approver.Answer.Yes(question.digest(), extent),
            new Governor.Chance(
                () -> Instant.ofEpochMilli(ticks.getAndAdd(250)), new SplittableRandom(1)));
    return governor;
  }

  /// From now on a person lets commands run and wants to see what they changed.
  void showChanges() {
    extent = Extent.SHOWN;
  }

  private GovernancePolicy.CommandRules rules() {
    GovernancePolicy.CommandRules usual = GovernancePolicy.CommandRules.USUAL;
    return new GovernancePolicy.CommandRules(
        usual.allowDangerous(),
        usual.standing(),
        usual.barred(),
        usual.verifyBinaries(),
        new GovernancePolicy.SandboxChoice(sandbox, Optional.empty(), List.of()));
  }

  String run() {
    return run("sh s.sh");
  }

  String run(String line) {
    ExecutionMode execution =
        sandbox.equals("auto") && extent == Extent.ONCE
            ? ExecutionMode.FULL_AUTONOMOUS
            : ExecutionMode.RESTRICTED_AUTONOMOUS;
    SessionState sessionState = new SessionState("S-1", WorkMode.SHIPPED.getFirst(), execution);
    sessionState.beginTurn(Intent.ofSession("INT-S-2025-1", "Do it"));
    ActOrigin origin = new ActOrigin("S-1", 1, 1, new ActOrigin.Contributor.Ai("test/model"));
    String arguments = Json.object().put("line", line).build().write();
    try {
      return governor
          .gate()
          .call(new ToolCall("c1", "run", arguments), sessionState, origin)
          .result()
          .content();
    } catch (InterruptedException _) {
      return "aborted";
    } finally {
      boolean _ = Thread.interrupted();
    }
  }

  /// As when the process ends: locks are gone, and views are those of a dead one.
  void end() throws IOException {
    try {
      governor.close();
    } catch (IOException | InternalError _) {
      // Its disk was gone.
    }
    boolean _ = Thread.interrupted();
    ends++;
    for (Path views : List.of(root.resolve(VIEWS), records("views"), records("commands"))) {
      for (Path view : list(views)) {
        Files.move(view, views.resolve("dead-" + ends + view.getFileName()));
      }
    }
  }

  /// The known views or commands of this workspace, which is the only one.
  private Path records(String kind) throws IOException {
    List<Path> all = list(base.resolve("data").resolve(kind));
    return all.isEmpty() ? base.resolve("none") : all.getFirst();
  }

  private static List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }

  /// What is known of this workspace's unsettled views or commands.
  List<Path> left(String kind) throws IOException {
    return list(records(kind));
  }

  /// The sessions' acts without an outcome, of dead sessions and of the living one.
  int open() throws IOException {
    return new AuditTrail(base.resolve("data")).verify().open().size();
  }

  /// The sessions' decisions and their outcomes.
  Path audit() {
    return base.resolve("data/audit.jsonl");
  }

  /// The changed files of a view.
  Path contents(Path view) {
    return root.resolve(VIEWS).resolve(view.getFileName());
  }

  /// The first action of the next process.
  void recovered(String at) throws IOException {
    Governor next = open(DiskPort.system());
    assertThat(next.recover()).as(at).noneMatch(told -> told.contains("except for"));
    assertThat(next.signing().verify(Set.of())).as(at).isInstanceOf(VerificationReport.Sound.class);
    AuditCheck.Found audit = new AuditTrail(base.resolve("data")).verify();
    assertThat(audit.faults()).as(at).isEmpty();
    assertThat(audit.open()).as(at).isEmpty();
    assertThat(list(records("commands"))).as(at).isEmpty();
    List<String> kept = new ArrayList<>();
    for (Path view : list(records("views"))) {
      assertThat(view.resolve("kept")).as(at).exists();
      kept.add(view.getFileName().toString());
    }
    for (Path view : list(root.resolve(VIEWS))) {
      assertThat(kept).as(at).contains(view.getFileName().toString());
    }
  }

  /// The outcome of each record, after the tree is in its final state.
  List<UndoService.Undone> undone(String at, Map<String, String> before) throws IOException {
    ActOrigin person = new ActOrigin("S-2", 1, 1, new ActOrigin.Contributor.Human());
    List<UndoService.Undone> undone =
        governor.undo().undo(new UndoService.Selection.BySession("S-1"), person, false);
    assertThat(tree()).as(at + undone + told()).isEqualTo(before);
    governor.close();
    return undone;
  }

  /// The files, links and directories with their modes; outputs are not included.
  Map<String, String> tree() throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        String name = root.relativize(path).toString();
        if (!name.isEmpty() && !name.matches("(\\.writ|\\.orchestration|node_modules)(/.*)?")) {
          tree.put(name, state(path));
        }
      }
    }
    return tree;
  }

  private static String state(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "link " + ContentHash.of(Files.readSymbolicLink(path).toString());
    }
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    String content = Files.isDirectory(path) ? "directory" : ContentHash.of(Files.readString(path));
    return PosixFilePermissions.toString(mode) + " " + content;
  }

  /// Each changed place has the state that was recorded last, and each place that was recorded.
  void isWhatTheRecordsSay(String at, Map<String, String> before) throws IOException {
    Map<String, String> told = new HashMap<>(before);
    Path file = root.resolve(Ledger.PATH);
    for (TraceRecord record :
        TraceRecord.readable(Files.exists(file) ? Files.readString(file) : "")) {
      record.files().forEach(one -> tell(one, told));
    }
    assertThat(tree()).as(at).isEqualTo(new TreeMap<>(told));
  }

  private String told() throws IOException {
    StringBuilder told = new StringBuilder();
    Path file = root.resolve(Ledger.PATH);
    for (TraceRecord record :
        TraceRecord.readable(Files.exists(file) ? Files.readString(file) : "")) {
      told.append("\n").append(record.id());
      record
          .files()
          .forEach(
              one ->
                  told.append("\n  ")
                      .append(one.kind())
                      .append(one.isDirectory() ? " directory " : " ")
                      .append(one.path())
                      .append(one.from().map(from -> " from " + from).orElse(""))
                      .append(one.before().mode().map(m -> " was " + m).orElse(""))
                      .append(one.after().mode().map(m -> " is " + m).orElse("")));
    }
    return told.append("\n").toString();
  }

  private static void tell(RecordedChange file, Map<String, String> told) {
    String path = file.path();
    Optional<String> from = file.from();
    String old = told.getOrDefault(from.orElse(path), "rw-r--r-- ");
    from.ifPresent(told::remove);
    boolean deleted = file.after().vacant();
    boolean directory = file.isDirectory();
    Optional<String> hash = file.after().hash();
    if (deleted || (!directory && hash.isEmpty())) {
      told.remove(path);
    } else if (file.after().link()) {
      told.put(path, "link " + hash.orElseThrow());
    } else {
      String mode = file.after().mode().orElse(old.split(" ", 2)[0]);
      told.put(path, mode + " " + (directory ? "directory" : hash.orElseThrow()));
    }
  }
}
