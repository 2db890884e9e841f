// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.gate.Answered;
import dev.writ.kernel.ledger.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A command works on a copy-on-write view: what it changed becomes real only after it was judged
/// and recorded, everything else never happened.
class CommandViewTest {
  @TempDir Path directory;
  private Path marker;

  @BeforeEach
  void place() {
    marker = directory.resolve("marker");
  }

  /// A repository with a commit, a stopped rebase's worth of history, and ignored outputs.
  static void prepare(Door door) throws Exception {
    door.file(".gitignore", "out/\n*.log\n");
    door.file("src/a.txt", "one\n");
    door.file("src/b.sh", "#!/bin/sh\n");
    Files.setAttribute(door.root.resolve("src/b.sh"), "unix:mode", 0750);
    door.file("docs/deep/er/c.txt", "three\n");
    door.file("lib/a.txt", "lib one\n");
    door.file("lib/l.txt", "lib l\n");
    door.file("private.txt", "mine\n");
    Files.setAttribute(door.root.resolve("private.txt"), "unix:mode", 0600);
    door.file("out/old.o", "object\n");
    Files.createSymbolicLink(door.root.resolve("link"), Path.of("src/a.txt"));
    Files.createDirectory(door.root.resolve("empty"));
    Scripts.repository(door);
  }

  /// What a tree is: kind, permissions and content of each place. Git's and Writ's own are left
  /// out.
  static Map<String, String> tree(Door door) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(door.root)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        String name = door.root.relativize(path).toString();
        if (!name.isEmpty()
            && !name.matches("(\\.git|\\.writ|\\.orchestration|out)(/.*)?|script.txt")) {
          int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
          String content =
              Files.isSymbolicLink(path)
                  ? "-> " + Files.readSymbolicLink(path)
                  : Files.isRegularFile(path)
                      ? new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1)
                      : "";
          tree.put(name, Integer.toOctalString(mode) + " " + content);
        }
      }
    }
    return tree;
  }

  /// What Git would obey, as the person's own Git says it.
  private static String obeyed(Door door) throws Exception {
    return Scripts.git(door, "config", "--show-origin", "--list")
        + Scripts.git(door, "rev-parse", "--git-path", "hooks")
        + Scripts.git(door, "submodule", "foreach", "true")
        + Scripts.git(door, "status", "--porcelain", "--", ".", ":!.orchestration", ":!script.txt");
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
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      String before = obeyed(door);
      Map<String, String> tree = tree(door);

      Answered answered =
          Scripts.sh(door, script.replace("HOOK", hook()).replace("MARKER", marker.toString()));

      Files.delete(door.root.resolve(Scripts.SCRIPT));
      Map<String, String> after = tree(door);
      undo(door);
      assertThat(tree(door)).as(answered.result().content() + after).isEqualTo(tree);
      assertThat(obeyed(door)).isEqualTo(before);
      assertThat(marker).doesNotExist();
      assertThat(door.governor.verify()).isInstanceOf(Verification.Sound.class);
    }
  }

  static void undo(Door door) throws IOException {
    if (!Scripts.told(door).isEmpty()) {
      Scripts.undoAll(door);
    }
  }

  @Test
  void modesLinksAndDirectoriesComeAndGoWithTheirRecords() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      Map<String, String> before = tree(door);

      Scripts.sh(
          door,
          "chmod 777 src/a.txt; chmod 600 src/b.sh; rm -r docs; rmdir empty; mkdir -m 700 fresh;"
              + " ln -sf docs link; mv src source; cp private.txt copy; rm private.txt;"
              + " mkdir many; touch many/x; chmod 755 source/b.sh");
      Map<String, String> after = tree(door);

      assertThat(after)
          .containsEntry("source/a.txt", "100777 one\n")
          .containsEntry("source/b.sh", "100755 #!/bin/sh\n")
          .containsEntry("fresh", "40700 ")
          .containsEntry("link", "120777 -> docs")
          .doesNotContainKeys("src", "docs", "empty", "private.txt");
      Scripts.undoAll(door);
      assertThat(tree(door)).isEqualTo(before);
    }
  }

  @Test
  void outputsAreMovedAsAWholeAndNotRecorded() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      Scripts.sh(
          door,
          "mkdir -p out/classes/x; echo new > out/classes/x/A.o; echo more >> out/old.o; echo > a.log");

      assertThat(door.read("out/classes/x/A.o")).isEqualTo("new\n");
      assertThat(door.read("out/old.o")).isEqualTo("object\nmore\n");
      assertThat(door.root.resolve("a.log")).exists();
      assertThat(Scripts.told(door)).isEmpty();
      Scripts.sh(door, "rm -r out/classes; rm a.log");
      assertThat(door.root.resolve("out/classes")).doesNotExist();
      assertThat(door.root.resolve("a.log")).doesNotExist();
    }
  }

  @Test
  void aHardLinkLeadsNowhereAfterwards() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      Scripts.sh(door, "ln src/a.txt out/same; echo more >> out/same");

      assertThat(door.read("src/a.txt")).isEqualTo("one\nmore\n");
      assertThat((int) Files.getAttribute(door.root.resolve("src/a.txt"), "unix:nlink")).isOne();
      assertThat(Scripts.told(door)).containsExactly("modify src/a.txt");
    }
  }

  @Test
  void trackedFilesInDirectoriesOfOutputsAreRecorded() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file("build/keep.txt", "kept\n");
      door.file("Makefile", "all:\n\techo x >> build/keep.txt; echo y > build/new.o\n");
      Scripts.repository(door);

      assertThat(Door.code(door.call("run_command", "command", "make -s"))).isEqualTo("ok");
      assertThat(Scripts.told(door)).contains("modify build/keep.txt");
    }
  }

  @Test
  void gitsOwnWorkIsAppliedAsGitsData() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      door.file("src/a.txt", "two\n");

      Answered answered =
          door.call(
              "run_command",
              "command",
              "git add -A && git -c user.name=M -c user.email=m@x commit -q -m second");

      assertThat(Door.code(answered)).as(answered.result().content()).isEqualTo("ok");
      assertThat(Scripts.git(door, "log", "--format=%s")).isEqualTo("second\nfirst\n");
      assertThat(Scripts.git(door, "fsck", "--strict")).doesNotContain("error");
      assertThat(Scripts.git(door, "status", "--porcelain")).doesNotContain("src/a.txt");
    }
  }

  @Test
  void whatThePersonsConfigurationNamesStays() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      door.file("tools/hooks/pre-commit", "#!/bin/sh\n");
      Scripts.git(door, "config", "core.hooksPath", "tools/hooks");
      Scripts.git(door, "config", "include.path", "../own.gitconfig");

      Answered answered =
          Scripts.sh(door, "echo x >> tools/hooks/pre-commit; echo '[core]' > own.gitconfig");

      assertThat(Door.code(answered)).isEqualTo("PROTECTED_PATH");
      assertThat(door.read("tools/hooks/pre-commit")).isEqualTo("#!/bin/sh\n");
      assertThat(door.root.resolve("own.gitconfig")).doesNotExist();
    }
  }

  @Test
  void aPersonsStoppedRebaseStaysTheirs() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      door.file(".git/rebase-merge/git-rebase-todo", "pick abc\n");
      door.file(".git/rebase-merge/onto", "abc\n");

      Scripts.sh(door, "echo 'exec touch " + marker + "' >> .git/rebase-merge/git-rebase-todo");
      door.call("run_command", "command", "git rebase --quit");

      assertThat(door.read(".git/rebase-merge/git-rebase-todo")).isEqualTo("pick abc\n");
    }
  }

  @Test
  void whatIsMadeInALineIsUsedInTheSameLine() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      Answered answered =
          door.call(
              "run_command",
              "command",
              "mkdir -p tool && cp src/b.sh tool/t.sh && cd tool && sh t.sh > said.txt && cat said.txt");

      assertThat(Door.code(answered)).as(answered.result().content()).isEqualTo("ok");
      assertThat(door.root.resolve("tool/said.txt")).exists();
    }
  }

  /// The lock of the view in which a command works; waits until there is one.
  private static Path awaitView(Door door) {
    Path views = door.root.resolve(".writ/objects/views");
    while (true) {
      try (Stream<Path> open = Files.list(views)) {
        Optional<Path> view = open.filter(v -> Files.exists(v.resolve("upper"))).findFirst();
        if (view.isPresent()) {
          return view.get().resolve("upper");
        }
      } catch (IOException _) {
        Thread.onSpinWait();
      }
    }
  }

  private static FileTime changed(Path file) {
    try {
      return (FileTime) Files.getAttribute(file, "unix:ctime");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatAPersonChangedMeanwhileStays() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      door.file("state.txt", "begins\n");
      Thread person =
          Thread.ofPlatform()
              .start(
                  () -> {
                    Path lock = awaitView(door);
                    do { // until the clock of the file system tells the two apart
                      door.file("src/a.txt", "the person's\n");
                    } while (changed(door.root.resolve("src/a.txt")).compareTo(changed(lock)) <= 0);
                    door.file("state.txt", "saved\n");
                  });
      Answered answered =
          Scripts.sh(
              door, "while grep -q begins state.txt; do :; done; echo other > src/a.txt; echo > n");
      person.join();

      assertThat(door.read("src/a.txt")).isEqualTo("the person's\n");
      assertThat(answered.result().content()).contains("changed meanwhile");
      assertThat(door.root.resolve("n")).exists();
    }
  }

  @Test
  void afterATimeOutNothingIsApplied() throws Exception {
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      Answered answered =
          door.call(
              "run_command",
              "program",
              "sh",
              "args",
              List.of("-c", "echo half > half.txt; exec tail -f /dev/null"),
              "timeout",
              1);

      assertThat(Door.code(answered)).isEqualTo("COMMAND_TIMEOUT");
      assertThat(door.root.resolve("half.txt")).doesNotExist();
      assertThat(Scripts.told(door)).isEmpty();
    }
  }

  /// Random scripts of ordinary and nasty operations: afterwards the tree is what the records say,
  /// and taking the records back brings back the tree, byte for byte and mode for mode.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void theWorkspaceIsWhatTheRecordsSay(long seed) throws Exception {
    RandomGenerator random = new SplittableRandom(seed);
    StringBuilder script = new StringBuilder("exec 2>/dev/null\n");
    for (int i = 0; i < 25; i++) {
      script.append(HostileOperations.next(random)).append('\n');
    }
    try (Door door = Scripts.door(directory)) {
      prepare(door);
      String obeyed = obeyed(door);
      door.file(Scripts.SCRIPT, script.toString());
      Map<String, String> before = tree(door);

      Answered answered = Scripts.sh(door, script.toString());
      Map<String, String> after = tree(door);

      List<String> told = Scripts.told(door);
      before.forEach(
          (path, state) -> {
            if (!state.equals(after.get(path))) {
              assertThat(told)
                  .as("%s was %s and is %s%n%s", path, state, after.get(path), script)
                  .anyMatch(line -> line.endsWith(" " + path) || line.startsWith("rename "));
            }
          });
      after.forEach(
          (path, state) -> {
            if (!before.containsKey(path)) {
              assertThat(told)
                  .as("%s is new: %s%n%s", path, state, script)
                  .anyMatch(line -> line.endsWith(" " + path));
            }
          });
      assertThat(door.governor.verify()).isInstanceOf(Verification.Sound.class);
      undo(door);
      assertThat(tree(door)).as(script + answered.result().content()).isEqualTo(before);
      door.file(Scripts.SCRIPT, "");
      Files.delete(door.root.resolve(Scripts.SCRIPT));
      assertThat(obeyed(door)).as(script.toString()).isEqualTo(obeyed);
    }
  }
}
