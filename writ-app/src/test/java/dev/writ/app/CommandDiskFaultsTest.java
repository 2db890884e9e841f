// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.records.faults.RecordingDisk;
import dev.writ.records.faults.RecordingDisk.Fault;
import dev.writ.testkit.TemporaryWorkspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A command that changes a person's own files, with each of its disk operations failing,
/// interrupted, or the last one of the process: each file is as before or as after, a failure is
/// named, and the same command succeeds when the disk works again.
@Tag("slow")
class CommandDiskFaultsTest {
  private static final int MOST_OPERATIONS = 60;
  private static final String HOME_FILE = ".config/writ/config.yaml";
  private static final String COPY = ".config/writ/edit-config.yaml";

  /// What a person types, and the files before it.
  enum Scene {
    FORK("sessions fork s1"),
    LIST("sessions list"),
    PRUNE("sessions prune --keep 1 --days 0"),
    EXPORT_MARKDOWN("sessions export s1 --to out.md"),
    EXPORT_HTML("sessions export s1 --format html --to out.html"),
    EXPORT_JSON("sessions export s1 --format json --to out.json"),
    IMPORT("import --yes"),
    SET("config set agent.max_iterations 7"),
    SET_FIRST("config set agent.max_iterations 7"),
    SET_PROJECT("config set agent.max_iterations 7 --project"),
    START("init --yes"),
    INIT("config init"),
    INIT_PROJECT("config init --project"),
    EDIT("config edit"),
    TRUST("trust config --yes"),
    WITHDRAW("trust config --withdraw");

    private final String line;

    Scene(String line) {
      this.line = line;
    }

    Desk desk() throws Exception {
      Desk desk = new Desk();
      if (line.startsWith("sessions")) {
        for (int i = 0; i < 3; i++) {
          desk.home.write(
              ".config/writ/sessions/s" + i + ".jsonl",
              """
              {"type":"session_start","timestamp":"2026-01-1%d","seq":1,"id":"s%d","version":"1.0"}
              {"type":"user","seq":2,"turn":1,"content":"Please say <b> %d"}
              {"type":"assistant","seq":3,"content":"Said."}
              """
                  .formatted(i, i, i));
        }
      }
      switch (this) {
        case IMPORT -> {
          desk.workspace.write(".cursorrules", "Use tabs.\n");
          desk.workspace.write("AGENTS.md", "# Ours\n");
          desk.workspace.write(".mcp.json", "{\"mcpServers\":{\"db\":{\"command\":\"db-mcp\"}}}");
          desk.workspace.write(".claude/commands/fix.md", "Fix it.\n");
        }
        case SET, SET_PROJECT -> {
          desk.home.write(HOME_FILE, "# mine\nagent:\n  max_iterations: 5\n");
          desk.workspace.write(".writ/config.yaml", "# ours\nagent:\n  max_iterations: 5\n");
        }
        case START -> desk.workspace.git("init", "-q", "-b", "main");
        case EDIT -> {
          desk.home.write(HOME_FILE, "# mine\nagent:\n  max_iterations: 5\n");
          Path editor = desk.home.write("editor", "#!/bin/sh\nsed -i s/5/9/ \"$1\"\n");
          assertThat(editor.toFile().setExecutable(true)).isTrue();
          desk.set("VISUAL", editor.toString());
        }
        case TRUST, WITHDRAW ->
            desk.workspace.write(".writ/config.yaml", "agent:\n  terminal: {allowlist: [ls]}\n");
        default -> {}
      }
      if (this == WITHDRAW) {
        assertThat(desk.writ("trust", "config", "--yes").exit()).isEqualTo(ExitCode.DONE);
      }
      return desk;
    }
  }

  /// An interrupt while a person edits ends the editor, whose own programs may live on.
  static Stream<Arguments> all() {
    return Stream.of(Scene.values())
        .flatMap(
            scene ->
                Stream.of(Fault.values())
                    .filter(fault -> scene != Scene.EDIT || !fault.isInterrupt())
                    .map(fault -> Arguments.of(scene, fault)));
  }

  @AfterEach
  void uninterrupted() {
    boolean _ = Thread.interrupted();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyFileIsAsBeforeOrAsAfterAndTheCommandCanBeRepeated(Scene scene, Fault fault)
      throws Exception {
    Map<String, String> before;
    Map<String, String> after;
    try (Desk desk = scene.desk()) {
      before = files(desk);
      assertThat(desk.writ(scene.line.split(" ", -1)).exit()).isEqualTo(ExitCode.DONE);
      after = files(desk);
    }
    boolean happened = true;
    for (int n = 1; happened; n++) {
      assertThat(n).isLessThan(MOST_OPERATIONS);
      try (Desk desk = scene.desk()) {
        RecordingDisk disk = new RecordingDisk();
        disk.arm(fault, n);
        Desk.Ran ran = desk.on(disk).writ(scene.line.split(" ", -1));
        happened = disk.happened();
        boolean _ = Thread.interrupted();
        String at = scene + ", " + fault + " of operation " + n + ": " + ran;
        Map<String, String> now = files(desk);
        isBeforeOrAfter(at, now, before, after);
        if (happened && ran.exit() != ExitCode.DONE) {
          assertThat(ran.exit()).as(at).isEqualTo(ExitCode.FAILED);
          assertThat(ran.err()).as(at).startsWith("writ: ").doesNotContain("\tat ", "null");
          if (!fault.isInterrupt()) {
            String named = "\\S+ cannot be (written|removed): ";
            assertThat(ran.err())
                .as(at)
                .containsPattern(fault == Fault.ERROR ? named + "|INTERNAL_ERROR" : named);
          }
          if (ran.err().contains("your text is in ")) {
            assertThat(desk.home.read(COPY)).as(at).isEqualTo(after.get(HOME_FILE));
          }
        } else {
          assertThat(ran.exit()).as(at).isEqualTo(ExitCode.DONE);
          assertThat(now).as(at).isEqualTo(after);
        }
        isRepeated(at, desk, scene, now, after);
      }
    }
  }

  private static void isRepeated(
      String at, Desk desk, Scene scene, Map<String, String> now, Map<String, String> after)
      throws Exception {
    Desk.Ran again = desk.on(new RecordingDisk()).writ(scene.line.split(" ", -1));
    boolean refused = again.err().contains("exists") && now.equals(after);
    assertThat(again.exit()).as(at + again).isEqualTo(refused ? ExitCode.USAGE : ExitCode.DONE);
    assertThat(files(desk)).as(at).isEqualTo(after);
  }

  private static void isBeforeOrAfter(
      String at, Map<String, String> now, Map<String, String> before, Map<String, String> after) {
    Map<String, String> all = new TreeMap<>(before);
    all.putAll(after);
    all.putAll(now);
    for (String name : all.keySet()) {
      assertThat(now.get(name)).as(at + name).isIn(before.get(name), after.get(name));
    }
  }

  /// What is confirmed once more is no more confirmed.
  private static String distinct(String lines) {
    return String.join("\n", lines.lines().distinct().toList());
  }

  /// The files of the person and of the project but for the index, locks, the copy that an editor
  /// has open, and what is left of a write under a name that nothing reads; chance and time made
  /// equal.
  private static Map<String, String> files(Desk desk) throws Exception {
    Map<String, String> files = new TreeMap<>();
    for (TemporaryWorkspace place : List.of(desk.home, desk.workspace)) {
      for (Path file : Desk.files(place.root())) {
        String name = place.root().relativize(file).toString();
        boolean unread = name.endsWith(".new") || name.equals(COPY);
        if (!name.startsWith(".writ/sessions/") && !unread) {
          String text =
              Files.readString(file)
                  .replaceAll("\"id\":\"[0-9]{8}-[0-9]{6}-[0-9a-f]+\"", "\"id\":\"copy\"")
                  .replaceAll("\"project\":\"sha256:[0-9a-f]*", "\"project\":\"")
                  .replaceAll("\"when\":\"[^\"]*\"", "\"when\":\"\"")
                  .replace(desk.workspace.root().toString(), "PLACE");
          String same = name.replaceFirst("session-[0-9]{8}-[0-9]{6}-[0-9a-f]+", "copy");
          if (!text.isEmpty()) {
            files.put(same, name.endsWith("trust.jsonl") ? distinct(text) : text);
          }
        }
      }
    }
    return files;
  }
}
