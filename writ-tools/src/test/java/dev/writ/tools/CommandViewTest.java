// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.testkit.StatePoll;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import dev.writ.tools.builtin.WorkTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A command works on a copy-on-write view: what it changed becomes real only after it was judged
/// and recorded, everything else never happened.
class CommandViewTest {
  private static final String ATTRIBUTES =
      """
      import os, struct
      entries = [(1, 6, -1), (2, 7, 1002), (4, 6, -1), (16, 7, -1), (32, 4, -1)]
      acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *one) for one in entries)
      open("src/a.txt", "a").write("x")
      open("src/new.txt", "w").write("n")
      for place in "src/a.txt", "src/new.txt", "src":
          for name, value in ("user.new", b"n"), ("system.posix_acl_access", acl):
              try:
                  os.setxattr(place, name, value)
              except OSError:
                  pass
      try:
          os.removexattr("src/a.txt", "user.kept")
      except OSError:
          pass
      """;

  @TempDir Path directory;
  private Path marker;

  @BeforeEach
  void place() {
    marker = directory.resolve("marker");
  }

  @Test
  void outputsAreMovedAsAWholeAndNotRecorded() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
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

  /// The script that a line names is copied into its view, so that it runs with what was judged.
  @Test
  void codeThatWasOnlyRunStaysTheSameFile() throws Exception {
    Door.needsViews();
    try (Door door = Scripts.door(directory)) {
      Path script = door.file(Scripts.SCRIPT, "cat docs/a.txt > src/b.txt");
      door.file("docs/a.txt", "one\n");
      door.file("src/b.txt", "two\n");
      Object before = Files.getAttribute(script, "unix:ino");
      Files.createLink(door.root.resolve("docs/also"), script);

      String command = "sh " + Scripts.SCRIPT;
      assertThat(door.code("run_command", "command", command)).isEqualTo("ok");
      assertThat(Files.getAttribute(script, "unix:ino")).isEqualTo(before);
      assertThat(Scripts.told(door)).containsExactly("modify src/b.txt");

      door.file(Scripts.SCRIPT, "chmod 700 script.txt");
      assertThat(door.code("run_command", "command", command)).isEqualTo("ok");
      assertThat(Files.getAttribute(script, "unix:mode")).isEqualTo(0100700);
      door.file(Scripts.SCRIPT, "echo true > script.txt");
      assertThat(door.code("run_command", "command", command)).isEqualTo("ok");
      assertThat(door.read(Scripts.SCRIPT)).isEqualTo("true\n");
    }
  }

  /// A place without a path that can be named can't be undone, nor what is recorded with it: a
  /// program that made one would make unrecoverable what it removes. Without a view it is removed.
  @ParameterizedTest
  @ValueSource(strings = {"auto", "landlock"})
  void whatLiesTooDeepDoesNotComeAndUndoBringsBackTheRest(String sandbox) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      WorkTree.prepare(door);
      door.file("src/kept.txt", "kept\n");
      String deep =
          "import os; os.remove('src/kept.txt'); os.chdir('src'); "
              + "[(os.mkdir('d' * 200), os.chdir('d' * 200)) for _ in range(25)]; "
              + "open('leaf', 'w').write('x')";

      CallAnswer answer = Scripts.sh(door, "python3 -c \"" + deep + "\"");

      assertThat(answer.result().content()).contains("its path is longer than 3072 bytes");
      assertThat(door.root.resolve("src/kept.txt")).doesNotExist();
      assertThat(door.governor.undo().undo(new Selection.BySession("S-1"), Scripts.PERSON, false))
          .allMatch(Undone.Restored.class::isInstance, "restored");
      assertThat(door.read("src/kept.txt")).isEqualTo("kept\n");
      assertThat(door.root.resolve("src/" + "d".repeat(200))).doesNotExist();
    }
  }

  @Test
  void whatIsNestedTooDeepSaysSo() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);

      CallAnswer answer =
          Scripts.sh(door, "d=src; for i in $(seq 120); do d=$d/d; done; mkdir -p $d");

      assertThat(answer.result().content()).contains("nested deeper than 100 directories");
    }
  }

  /// No record tells of extended attributes and access lists: a command changes none, and what a
  /// person gave a file stays when a command writes to it.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void extendedAttributesStayAsTheyAre(String mechanism) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      WorkTree.prepare(door);
      Path file = door.file("src/a.txt", "one\n");
      Files.setAttribute(file, "user:kept", "k".getBytes(StandardCharsets.UTF_8));
      String list = "import os, sys; print(sorted(sum(map(os.listxattr, sys.argv[1:]), [])))";
      door.file("src/deny.py", ATTRIBUTES);

      Scripts.sh(door, "python3 src/deny.py");

      assertThat(door.read("src/a.txt")).isEqualTo("one\nx");
      Process python =
          new ProcessBuilder("python3", "-c", list, "src/a.txt", "src/new.txt", "src")
              .directory(door.root.toFile())
              .start();
      assertThat(new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("['user.kept']\n");
    }
  }

  /// As by `sed -i` over all files, or by Git that takes a file away and brings it back.
  @Test
  void aFileThatIsWrittenAgainAsItWasIsNoChange() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file(".vscode/settings.json", "{}\n");
      door.file("docs/out.md", "outside\n");
      door.intents();
      Scripts.declare(door, "INT-001");
      String again = "cp -p %1$s t; rm %1$s; mv t %1$s; sed -i s/never/ever/ %1$s; ";

      CallAnswer answer =
          Scripts.sh(
              door, again.formatted(".vscode/settings.json") + again.formatted("docs/out.md"));
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.result().content()).doesNotContain(".vscode", "docs/");
      assertThat(Scripts.told(door)).isEmpty();

      answer = Scripts.sh(door, "sed -i s/{/[/ .vscode/settings.json");
      assertThat(Door.code(answer)).isEqualTo("PROTECTED_PATH");
      assertThat(Door.code(Scripts.sh(door, "chmod 700 docs/out.md"))).isEqualTo("SCOPE_VIOLATION");
      assertThat(door.read(".vscode/settings.json")).isEqualTo("{}\n");
    }
  }

  @Test
  void gitsOwnWorkIsAppliedAsGitsData() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file("src/a.txt", "two\n");

      CallAnswer answer =
          door.call(
              "run_command",
              "command",
              "git add -A && git -c user.name=M -c user.email=m@x commit -q -m second");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(Scripts.git(door, "log", "--format=%s")).isEqualTo("second\nfirst\n");
      assertThat(Scripts.git(door, "fsck", "--strict")).doesNotContain("error");
      assertThat(Scripts.git(door, "status", "--porcelain")).doesNotContain("src/a.txt");
    }
  }

  @Test
  void whatThePersonsConfigurationNamesStays() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      door.file("tools/hooks/pre-commit", "#!/bin/sh\n");
      Scripts.git(door, "config", "core.hooksPath", "tools/hooks");
      Scripts.git(door, "config", "include.path", "../own.gitconfig");

      CallAnswer answer =
          Scripts.sh(door, "echo x >> tools/hooks/pre-commit; echo '[core]' > own.gitconfig");

      assertThat(Door.code(answer)).isEqualTo("PROTECTED_PATH");
      assertThat(door.read("tools/hooks/pre-commit")).isEqualTo("#!/bin/sh\n");
      assertThat(door.root.resolve("own.gitconfig")).doesNotExist();
    }
  }

  @Test
  void aPersonsStoppedRebaseStaysTheirs() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
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
      WorkTree.prepare(door);
      CallAnswer answer =
          door.call(
              "run_command",
              "command",
              "mkdir -p tool && cp src/b.sh tool/t.sh && cd tool && sh t.sh > said.txt && cat said.txt");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("ok");
      assertThat(door.root.resolve("tool/said.txt")).exists();
    }
  }

  /// Waits for the description of a command's view, which is written once the view is whole.
  private static Path awaitDescription(Door door) {
    while (true) {
      try (Stream<Path> all = Files.walk(door.data.resolve("views"))) {
        Optional<Path> about = all.filter(file -> file.endsWith("about")).findFirst();
        if (about.isPresent()) {
          return about.get();
        }
      } catch (IOException | UncheckedIOException _) {
        StatePoll.pause();
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
      WorkTree.prepare(door);
      door.file("state.txt", "begins\n");
      Thread person =
          Thread.ofPlatform()
              .start(
                  () -> {
                    Path about = awaitDescription(door);
                    do { // until the clock of the file system tells the two apart
                      door.file("src/a.txt", "the person's\n");
                    } while (changed(door.root.resolve("src/a.txt")).compareTo(changed(about))
                        <= 0);
                    door.file("state.txt", "saved\n");
                  });
      CallAnswer answer =
          Scripts.sh(
              door, "while grep -q begins state.txt; do :; done; echo other > src/a.txt; echo > n");
      person.join();

      assertThat(door.read("src/a.txt")).isEqualTo("the person's\n");
      assertThat(answer.result().content()).contains("changed meanwhile");
      assertThat(door.root.resolve("n")).exists();
    }
  }

  @Test
  void afterATimeOutNothingIsApplied() throws Exception {
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);
      CallAnswer answer =
          door.call(
              "run_command",
              "program",
              "sh",
              "args",
              List.of("-c", "echo half > half.txt; exec tail -f /dev/null"),
              "timeout",
              1);

      assertThat(Door.code(answer)).isEqualTo("COMMAND_TIMEOUT");
      assertThat(door.root.resolve("half.txt")).doesNotExist();
      assertThat(Scripts.told(door)).isEmpty();
    }
  }

  /// An answer doesn't wait for the records of everything.
  @Test
  void moreThanCanBeRecordedIsKeptForAPerson() throws Exception {
    int files = Integer.getInteger("many", 50_000);
    try (Door door = Scripts.door(directory)) {
      WorkTree.prepare(door);

      CallAnswer answer =
          Scripts.sh(
              door,
              "mkdir many; perl -e 'for (1..%d) { open F, \">many/$_\" }'; echo done"
                  .formatted(files));

      assertThat(answer.result().content())
          .contains("done", "more than 50000 are only applied by a person", "writ changes show");
      assertThat(door.root.resolve("many")).doesNotExist();
      assertThat(Scripts.told(door)).isEmpty();
    }
  }
}
