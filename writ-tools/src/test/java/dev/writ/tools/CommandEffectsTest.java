// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.verify.VerificationReport;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.ToldTree;
import dev.writ.tools.builtin.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is left of a command, whether it works on a view or in the workspace itself: the workspace
/// is what was judged and recorded, and taking the records back brings back what was there.
@ParameterizedClass
@ValueSource(strings = {"namespaces", "landlock"})
class CommandEffectsTest {
  @Parameter String sandbox = "";

  @TempDir Path directory;
  private Path marker;

  @BeforeEach
  void place() {
    marker = directory.resolve("marker");
  }

  private String hook() {
    return "printf '#!/bin/sh\\ntouch " + marker + "\\n'";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HOOK > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout",
        "mkdir evil; cp -r .git/* evil/; printf '[core]\\nfsmonitor=/bin/touch\\n' >> evil/config;"
            + " echo ../evil > .git/commondir",
        "mkdir -p .git/modules/x; printf '[core]\\nfsmonitor=x\\n' > .git/modules/x/config",
        "printf '[core]\\n\\thooksPath = src\\n' >> .git/config",
        "echo '*' >> .git/info/exclude; echo secret > hidden.txt",
        "rm -f .git/COMMIT_EDITMSG; ln -s ../src/a.txt .git/COMMIT_EDITMSG",
        "rm -f .git/logs/HEAD; ln -s ../../src/a.txt .git/logs/HEAD",
        "mkdir .git/rebase-merge; echo 'exec touch MARKER' > .git/rebase-merge/git-rebase-todo",
        "mv .git elsewhere; mkdir .git",
        "mv .git elsewhere; ln -s elsewhere .git",
        "rm -rf .git",
        "mkdir -p out/r; cd out/r; mkdir objects refs; echo ref: x > HEAD; HOOK > config",
        "mkdir -p made/.git/hooks; cd made/.git; mkdir objects refs; echo 'ref: refs/heads/x' >"
            + " HEAD; printf '[core]\\n\\tfsmonitor = touch MARKER\\n' > config",
        "mkdir objects refs; echo 'ref: refs/heads/x' > HEAD; HOOK > config",
        "echo 'gitdir: ../elsewhere' > src/.git",
        "echo x > .envrc; mkdir -p .vscode; echo {} > .vscode/settings.json; echo > .mcp.json",
        "mkfifo pipe; python3 -c 'import socket; socket.socket(1).bind(\"sock\")'",
      })
  void whatProgramsObeyIsTheSameAfterwards(String script) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      String before = WorkTree.obeyed(door);
      Map<String, String> tree = WorkTree.tree(door);

      CallAnswer answer =
          Scripts.sh(door, script.replace("HOOK", hook()).replace("MARKER", marker.toString()));

      Files.delete(door.root.resolve(Scripts.SCRIPT));
      Map<String, String> after = WorkTree.tree(door);
      undo(door);
      assertThat(WorkTree.tree(door)).as(answer.result().content() + after).isEqualTo(tree);
      assertThat(WorkTree.obeyed(door)).isEqualTo(before);
      assertThat(marker).doesNotExist();
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  /// What a link leads to was judged under another name than the one that programs obey.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mkdir -p evil/hooks; HOOK > evil/hooks/post-checkout; chmod +x evil/hooks/post-checkout;"
            + " ln -s evil tools",
        "mkdir evil; HOOK > evil/config.toml; ln -s evil .cargo",
        "mkdir -p out/r/evil; HOOK > out/r/evil/config.toml; ln -s evil out/r/.cargo",
      })
  void noLinkLeadsToWhatProgramsObey(String script) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Files.writeString(
          door.root.resolve(".git/config"),
          "[core]\n\thooksPath = tools/hooks\n",
          StandardOpenOption.APPEND);

      CallAnswer answer = Scripts.sh(door, script.replace("HOOK", hook()));

      // Without a view the contents of ignored directories are not compared (decision 12).
      boolean unseen = sandbox.equals("landlock") && script.contains("out/r");
      for (String link : List.of("tools", ".cargo", "out/r/.cargo")) {
        assertThat(Files.isSymbolicLink(door.root.resolve(link)))
            .as(link + answer.result().content())
            .isEqualTo(unseen && link.startsWith("out/"));
      }
      assertThat(answer.result().content().contains("PROTECTED_PATH")).isEqualTo(!unseen);
    }
  }

  /// What was put back already is not undone once more.
  private static void undo(Door door) throws IOException {
    assertThat(door.governor.undo().undo(new Selection.BySession("S-1"), Scripts.PERSON, false))
        .allMatch(Undone.Restored.class::isInstance, "restored");
    assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
  }

  /// Whatever kind of change it is: what the intent doesn't own is as it was, mode for mode, and
  /// the model hears of it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo x > docs/new.md",
        "echo x >> docs/deep/er/c.txt",
        "printf 'thres\n' > docs/deep/er/c.txt",
        "rm docs/deep/er/c.txt",
        "chmod +x docs/deep/er/c.txt",
        "chmod 600 docs/deep/er/c.txt; echo x > src/own.txt",
        "chmod 777 docs/deep",
        "chmod 700 docs/deep; echo x >> docs/deep/er/c.txt",
        "rmdir empty",
        "rmdir empty; echo file > empty",
        "mkdir -p docs/x/y",
        "mkdir -m 700 docs/x; echo x > docs/x/f",
        "rm -r docs; echo file > docs",
        "rm -r docs/deep",
        "mv docs papers",
        "mv docs/deep/er/c.txt docs/c.txt",
        "ln src/a.txt docs/hard",
        "ln -s /etc/passwd docs/link",
        "rm link; ln -s src/b.sh link",
        "rm link; echo file > link",
        "rm link; mkdir link",
        "mkfifo docs/pipe",
        "rm docs/deep/er/c.txt; mkdir docs/deep/er/c.txt; echo x > docs/deep/er/c.txt/in",
        "mkdir -p docs/.git/hooks; echo x > docs/.git/hooks/p",
        "mkdir docs/objects docs/refs; echo x > docs/HEAD",
      })
  void whatTheIntentDoesNotOwnIsAsItWas(String script) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      door.intents();
      Scripts.declare(door, "INT-001");
      door.file(Scripts.SCRIPT, script);
      Map<String, String> tree = WorkTree.tree(door);

      CallAnswer answer = Scripts.sh(door, script);

      assertThat(Door.code(answer)).isNotEqualTo("ok");
      Map<String, String> after = WorkTree.tree(door);
      after.remove("src/own.txt");
      assertThat(after).as(answer.result().content()).isEqualTo(tree);
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
      undo(door);
      assertThat(WorkTree.tree(door)).isEqualTo(tree);
    }
  }

  @Test
  void modesLinksAndDirectoriesComeAndGoWithTheirRecords() throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Map<String, String> before = WorkTree.tree(door);

      Scripts.sh(
          door,
          "chmod 777 src/a.txt; chmod 600 src/b.sh; rm -r docs; rmdir empty; mkdir -m 700 fresh;"
              + " ln -sf docs link; mv src source; cp private.txt copy; rm private.txt;"
              + " mkdir many; touch many/x; chmod 755 source/b.sh");
      Map<String, String> after = WorkTree.tree(door);

      assertThat(after)
          .containsEntry("source/a.txt", "100777 one\n")
          .containsEntry("source/b.sh", "100755 #!/bin/sh\n")
          .containsEntry("fresh", "40700 ")
          .containsEntry("link", "120777 -> docs")
          .doesNotContainKeys("src", "docs", "empty", "private.txt");
      Scripts.undoAll(door);
      assertThat(WorkTree.tree(door)).isEqualTo(before);
    }
  }

  @Test
  void aHardLinkLeadsNowhereAfterwards() throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      Scripts.sh(door, "ln src/a.txt out/same; echo more >> out/same");

      assertThat(door.read("src/a.txt")).isEqualTo("one\nmore\n");
      assertThat((int) Files.getAttribute(door.root.resolve("src/a.txt"), "unix:nlink")).isOne();
      assertThat(Scripts.told(door)).containsExactly("modify src/a.txt");
    }
  }

  @Test
  void trackedFilesInDirectoriesOfOutputsAreRecorded() throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.file("build/keep.txt", "kept\n");
      door.file("Makefile", "all:\n\techo x >> build/keep.txt; echo y > build/new.o\n");
      Scripts.repository(door);

      assertThat(Door.code(door.call("run_command", "command", "make -s"))).isEqualTo("ok");
      assertThat(Scripts.told(door)).contains("modify build/keep.txt");
    }
  }

  /// Random scripts of ordinary and nasty operations: afterwards the tree is what the records say,
  /// and taking the records back brings back the tree, byte for byte and mode for mode.
  @ParameterizedTest
  @MethodSource("seeds")
  void theWorkspaceIsWhatTheRecordsSay(long seed) throws Exception {
    String script = HostileOperations.script(new SplittableRandom(seed), 25);
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      String obeyed = WorkTree.obeyed(door);
      String settings = WorkTree.settings(door);
      door.file(Scripts.SCRIPT, script);
      Map<String, String> before = ToldTree.now(door);
      Map<String, String> contents = WorkTree.tree(door);

      CallAnswer answer = Scripts.sh(door, script);

      ToldTree.alike(ToldTree.now(door), ToldTree.after(door, before));
      assertThat(WorkTree.settings(door)).as(script).isEqualTo(settings);
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
      undo(door);
      assertThat(WorkTree.tree(door)).as(script + answer.result().content()).isEqualTo(contents);
      Files.delete(door.root.resolve(Scripts.SCRIPT));
      assertThat(WorkTree.obeyed(door)).as(script).isEqualTo(obeyed);
    }
  }

  /// With `-Dseed=N` that one; with `-Dlong=true` more.
  static LongStream seeds() {
    long seed = Long.getLong("seed", 0);
    return seed > 0
        ? LongStream.of(seed)
        : LongStream.rangeClosed(1, Boolean.getBoolean("long") ? 200 : 12);
  }
}
