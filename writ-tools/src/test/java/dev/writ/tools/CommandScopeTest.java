// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.verify.VerificationReport;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a program does to files that the intent does not own is found, whatever it does to hide it.
class CommandScopeTest {
  @TempDir Path directory;

  @Test
  void outsideTheScopeNothingIsApplied() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.intents();
      door.file("docs/a.md", "kept\n");
      door.file("docs/gone.md", "kept too\n");
      door.file("src/A.java", "class A {}\n");
      Scripts.declare(door, "INT-001");

      CallAnswer answer =
          Scripts.sh(
              door,
              "echo x >> docs/a.md; rm docs/gone.md; echo y > docs/new.md; "
                  + "ln -s /etc/passwd docs/link; echo z >> src/A.java");

      assertThat(Door.code(answer)).isEqualTo("SCOPE_VIOLATION");
      assertThat(answer.result().content())
          .contains(
              "docs/a.md (not applied: outside the scope of the intent)",
              "docs/gone.md (not applied: outside the scope of the intent)",
              "docs/new.md (not applied: outside the scope of the intent)",
              "docs/link (not applied: outside the scope of the intent)")
          .contains("[modified src/A.java]");
      assertThat(door.read("docs/a.md")).isEqualTo("kept\n");
      assertThat(door.read("docs/gone.md")).isEqualTo("kept too\n");
      assertThat(door.root.resolve("docs/new.md")).doesNotExist();
      assertThat(Files.isSymbolicLink(door.root.resolve("docs/link"))).isFalse();
      assertThat(door.read("src/A.java")).isEqualTo("class A {}\nz\n");
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
      assertThat(door.audit()).contains("\"SCOPE_VIOLATION\"");
      Scripts.undoAll(door); // what was put back stays so
      assertThat(door.read("src/A.java")).isEqualTo("class A {}\n");
      assertThat(door.read("docs/a.md")).isEqualTo("kept\n");
    }
  }

  /// From some number of directories on two threads look, and both ask what programs obey.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void manyDirectoriesOfIgnoredFilesAreComparedToo(String mechanism) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      door.file(".gitignore", "*.xyz\n");
      door.file("a.txt", "a\n");
      for (int i = 0; i < 400; i++) {
        door.file("d" + i + "/f.xyz", "x\n");
      }
      Scripts.repository(door);
      for (int i = 0; i < 4; i++) {
        CallAnswer answer = Scripts.sh(door, "echo %d > a.txt; echo evil > .envrc".formatted(i));
        assertThat(answer.result().content()).contains(".envrc", "direnv obeys it");
        assertThat(door.root.resolve(".envrc")).doesNotExist();
        assertThat(door.read("a.txt")).isEqualTo(i + "\n");
      }
    }
  }

  /// What Git has beside the work tree comes with the next checkout.
  @ParameterizedTest
  @ValueSource(
      strings = {"git apply --cached p.diff", "git apply --cached p.diff && git commit -qm x"})
  void nothingFromOutsideTheScopeComesIntoTheIndex(String line) throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.intents();
      door.file("docs/a.md", "kept\n");
      door.file("src/A.java", "class A {}\n");
      Scripts.repository(door);
      Scripts.git(door, "config", "user.name", "T");
      Scripts.git(door, "config", "user.email", "t@example.org");
      door.file("p.diff", "--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1 +1 @@\n-kept\n+evil\n");
      Scripts.declare(door, "INT-001");

      CallAnswer answer = door.call("run_command", "command", line);

      assertThat(answer.result().content()).contains("outside the scope of the intent");
      assertThat(Scripts.git(door, "show", ":docs/a.md", "HEAD:docs/a.md")).doesNotContain("evil");
      door.file("src/A.java", "class B {}\n");
      CallAnswer own = door.call("run_command", "command", "git commit -qam x");
      assertThat(Door.code(own)).as(own.result().content()).isEqualTo("ok");
    }
  }

  /// What comes into a directory needs the directory, not other permissions of it.
  @Test
  void permissionsOfDirectoriesOutsideTheScopeStay() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.file(
          ".orchestration/active_intents.yaml",
          Door.INTENTS.replace("\"src/**\"", "\"pkg/*/src/**\""));
      door.file("pkg/a/src/A.java", "class A {}\n");
      door.file("docs/a.md", "kept\n");
      Scripts.declare(door, "INT-001");
      CallAnswer answer = Scripts.sh(door, "chmod 700 pkg/a docs; echo x > pkg/a/src/B.java");
      assertThat(answer.result().content())
          .contains("pkg/a (not applied: outside", "docs (not applied: outside")
          .contains("[created pkg/a/src/B.java]");
      for (String place : new String[] {"pkg/a", "docs"}) {
        assertThat((int) Files.getAttribute(door.root.resolve(place), "unix:mode") & 0777)
            .isEqualTo(0755);
      }
    }
  }

  @Test
  void inPlaceTheRevertedContentIsKept() throws Exception {
    try (Door door = Scripts.door(directory, "landlock")) {
      door.intents();
      Scripts.declare(door, "INT-001");
      CallAnswer answer = Scripts.sh(door, "echo precious > docs.md");
      assertThat(Door.code(answer)).isEqualTo("SCOPE_VIOLATION");

      String revert = answer.ledger().getLast().id();
      door.governor.undo().undo(new Selection.ById(revert), Scripts.PERSON, false);

      assertThat(door.read("docs.md")).isEqualTo("precious\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cp -p docs/a.md /tmp/t; printf 'KEPT\\n' > docs/a.md; touch -r /tmp/t docs/a.md",
        "printf 'KEPT\\n' > /tmp/n; cp -p docs/a.md /tmp/t; cat /tmp/n > docs/a.md; "
            + "touch -d '2001-01-01' docs/a.md",
        "ln docs/a.md src/h; printf 'KEPT\\n' > src/h; rm src/h",
        "printf 'docs\\n' > .gitignore; printf 'KEPT\\n' > docs/a.md",
        "mv docs d; printf 'KEPT\\n' > d/a.md; mv d docs",
        "printf 'KEPT\\n' | dd of=docs/a.md conv=notrunc 2>/dev/null",
        "cd docs && sed -i s/kept/KEPT/ a.md",
        "rm -r docs; mkdir docs; printf 'KEPT\\n' > docs/a.md",
        "rm docs/a.md; ln -s ../src/A.java docs/a.md",
        "(setsid sh -c 'printf KEPT > docs/a.md' &) ; while [ -s docs/a.md ] && "
            + "grep -q kept docs/a.md; do :; done",
      })
  void noTrickHidesAChange(String script) throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.intents();
      door.file("docs/a.md", "kept\n");
      door.file("src/A.java", "class A {}\n");
      Scripts.declare(door, "INT-001");

      CallAnswer answer = Scripts.sh(door, script);

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("SCOPE_VIOLATION");
      assertThat(door.read("docs/a.md")).isEqualTo("kept\n");
      assertThat(Files.isSymbolicLink(door.root.resolve("docs/a.md"))).isFalse();
      assertThat(door.governor.verify()).isInstanceOf(VerificationReport.Sound.class);
    }
  }

  @Test
  void aProtectedNameThatIsNewDeepDownIsTakenAway() throws Exception {
    try (Door door = Scripts.door(directory)) {
      CallAnswer answer =
          Scripts.sh(
              door,
              "mkdir -p sub/.vscode; echo '{}' > sub/.vscode/tasks.json; echo x > sub/.mcp.json");

      assertThat(Door.code(answer)).isEqualTo("PROTECTED_PATH");
      assertThat(door.root.resolve("sub/.vscode/tasks.json")).doesNotExist();
      assertThat(door.root.resolve("sub/.mcp.json")).doesNotExist();
    }
  }

  @Test
  void whatGitIgnoresAndWhatAPackDeclaresIsNobodysBusiness() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.intents();
      door.file(".gitignore", "*.log\n/gen/\n!keep.log\n");
      door.file("kept.log", "tracked although ignored\n");
      door.file("src/A.java", "class A {}\n");
      Scripts.git(door, "init", "-q");
      Scripts.git(door, "add", "-f", "kept.log", ".gitignore", "src");
      Scripts.git(door, "commit", "-qm", "first");
      Scripts.declare(door, "INT-001");

      CallAnswer fine =
          Scripts.sh(door, "echo 1 > x.log; mkdir gen; echo 2 > gen/out.c; echo 3 >> src/A.java");
      CallAnswer tracked = Scripts.sh(door, "echo 4 >> kept.log");

      assertThat(Door.code(fine)).as(fine.result().content()).isEqualTo("ok");
      assertThat(door.read("gen/out.c")).isEqualTo("2\n");
      assertThat(Scripts.told(door)).contains("modify src/A.java").doesNotContain("create x.log");
      assertThat(Door.code(tracked)).isEqualTo("SCOPE_VIOLATION");
      assertThat(door.read("kept.log")).isEqualTo("tracked although ignored\n");
    }
  }

  /// Neither in the session that takes a file out of the index nor in the next one.
  @ParameterizedTest
  @CsvSource({
    "landlock,git rm --cached -q build/x.py",
    "landlock,git rm --cached -q build/x.py && git commit -qm gone",
    "landlock,git read-tree --empty",
    "namespaces,git rm --cached -q build/x.py",
  })
  void whatACommandTakesOutOfGitsIndexIsComparedAllTheSame(String sandbox, String line)
      throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.intents();
      door.file(".gitignore", "build/\n");
      door.file("build/x.py", "good\n");
      Scripts.git(door, "init", "-q");
      Scripts.git(door, "add", "-f", ".gitignore", "build");
      Scripts.git(door, "commit", "-qm", "first");
      Scripts.declare(door, "INT-001");
      assertThat(door.code("run_command", "command", line)).isEqualTo("ok");

      CallAnswer answer = Scripts.sh(door, "echo evil > build/x.py");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("SCOPE_VIOLATION");
      assertThat(door.read("build/x.py")).isEqualTo("good\n");
    }
    try (Door door = Scripts.door(directory, sandbox)) {
      if (!line.contains("commit")) {
        Scripts.declare(door, "INT-001");
        assertThat(Door.code(Scripts.sh(door, "echo evil > build/x.py")))
            .isEqualTo("SCOPE_VIOLATION");
      }
    }
  }

  /// A person's ignored file was there before Git was told to track it, whoever told it.
  @ParameterizedTest
  @CsvSource({"landlock,build/x.py", "landlock,notes.local", "namespaces,notes.local"})
  void whatGitTracksSinceTheLastCommandIsNotNew(String sandbox, String file) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.file(".gitignore", "build/\n*.local\n");
      door.file(file, "a person's only copy\n");
      Scripts.git(door, "init", "-q");
      Scripts.git(door, "add", ".gitignore");
      Scripts.git(door, "commit", "-qm", "first");
      assertThat(Door.code(Scripts.sh(door, "echo 1 > a"))).isEqualTo("ok");
      Scripts.git(door, "add", "-f", file);

      String near = file.replaceFirst("[^/]+$", "new");
      assertThat(Door.code(Scripts.sh(door, "echo 2 > " + near + "; echo 3 > b"))).isEqualTo("ok");
      assertThat(Scripts.told(door)).doesNotContain(file);
      assertThat(Door.code(Scripts.sh(door, "rm " + file))).isEqualTo("ok");
      assertThat(Scripts.told(door)).contains("delete " + file);

      Scripts.undoAll(door);
      assertThat(door.read(file)).isEqualTo("a person's only copy\n");
    }
  }

  /// However much a directory's name says that it holds outputs, and a pack with it.
  @ParameterizedTest
  @ValueSource(strings = {"build", "dist", "bin", "obj", "target", "coverage"})
  void whatGitTracksInADirectoryOfOutputsIsComparedToo(String outputs) throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.intents();
      door.file(outputs + "/kept.txt", "kept\n");
      door.file(
          "Makefile", "all:\n\techo x >> %1$s/kept.txt; echo y > %1$s/new.o\n".formatted(outputs));
      Scripts.repository(door);
      Scripts.declare(door, "INT-001");

      CallAnswer answer = door.call("run_command", "command", "make -s");

      assertThat(Door.code(answer)).as(answer.result().content()).isEqualTo("SCOPE_VIOLATION");
      assertThat(door.read(outputs + "/kept.txt")).isEqualTo("kept\n");
    }
  }

  @Test
  void aDeclaredOutputIsExemptForItsProgramOnly() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.intents();
      door.file("make.txt", "import os\nos.makedirs('build')\nopen('build/o', 'w').write('x')\n");
      Scripts.declare(door, "INT-001");

      CallAnswer python = door.call("run_command", "command", "python3 make.txt");
      CallAnswer shell = Scripts.sh(door, "echo y > build/o");

      assertThat(Door.code(python)).as(python.result().content()).isEqualTo("ok");
      assertThat(door.read("build/o")).isEqualTo("x\n".strip());
      assertThat(Door.code(shell)).isEqualTo("SCOPE_VIOLATION");
    }
  }

  @Test
  void aRedirectionInsideAShellsWordsIsAWrite() throws Exception {
    try (Door door = Scripts.door(directory)) {
      door.intents();
      Scripts.declare(door, "INT-001");

      assertThat(door.code("run_command", "command", "sh -c 'echo x > docs/a.md'"))
          .isEqualTo("SCOPE_VIOLATION");
      assertThat(door.code("run_command", "command", "sh -c 'echo x > ../out.txt'"))
          .isEqualTo("PATH_OUTSIDE_WORKSPACE");
      assertThat(door.code("run_command", "command", "sh -c 'echo x > a.txt'")).isEqualTo("ok");
      assertThat(door.read("a.txt")).isEqualTo("x\n");
    }
  }
}
