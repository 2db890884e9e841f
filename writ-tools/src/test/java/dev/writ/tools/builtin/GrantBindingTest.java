// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A grant is for the content and the repository that it was given for.
class GrantBindingTest {
  @TempDir Path directory;

  private final ScriptedPerson person = new ScriptedPerson();
  private final List<Question> questions = person.questions;
  private final Deque<Function<Question, Answer>> answers = person.answers;

  private Door door(Consumer<Door.Setup> more) {
    return person.door(directory, more);
  }

  private static Optional<String> grant(Question question) {
    return question.choices().grant();
  }

  @Test
  void aProgramOfTheWorkspaceIsGrantedWithTheContentThatWasShown() {
    try (Door door = door(_ -> {})) {
      door.file("gen.py", "print(1)\n");
      door.file("other.py", "print(2)\n");
      answers.add(ScriptedPerson.yes(Extent.PROJECT));
      door.call("run_command", "command", "python3 gen.py");
      assertThat(grant(questions.getFirst())).contains("exactly this command (gen.py as now)");
      assertThat(questions.getFirst().choices().intent()).contains("everything that can be undone");
      door.call("run_command", "command", "python3 gen.py");
      assertThat(questions).hasSize(1);
      for (String other :
          new String[] {
            "python3 other.py",
            "python3 gen.py x",
            "python3 gen.py && python3 other.py",
            "env python3 other.py",
            "timeout 5 python3 other.py",
            "python3 ./other.py",
            "python3 -B other.py",
            "python3 missing.py"
          }) {
        int before = questions.size();
        door.call("run_command", "command", other);
        assertThat(questions).as(other).hasSize(before + 1);
        assertThat(grant(questions.getLast())).as(other).isNotEmpty();
        assertThat(grant(questions.getLast()).orElse("")).as(other).startsWith("exactly this");
      }
      int before = questions.size();
      door.file("gen.py", "print(3)\n");
      door.call("run_command", "command", "python3 gen.py");
      assertThat(questions).hasSize(before + 1);
    }
  }

  /// What is read in a directory belongs to the command, as far as it can be compared.
  @Test
  void aDirectoryIsBoundToAllThatItHolds() {
    try (Door door = door(_ -> {})) {
      for (String[] run :
          new String[][] {
            {"make -C bt", "bt/Makefile", "all:\n\t@true\n"},
            {"find bt -name x.sh -exec sh {} +", "bt/x.sh", "true\n"},
            {"node --test bt", "bt/sub/x.test.js", "0\n"},
          }) {
        door.file(run[1], run[2]);
        answers.add(ScriptedPerson.yes(Extent.SESSION));
        int before = questions.size();
        door.call("run_command", "command", run[0]);
        assertThat(questions).as(run[0]).hasSize(before + 1);
        assertThat(grant(questions.getLast()))
            .as(run[0])
            .contains("exactly this command (bt as now)");
        door.call("run_command", "command", run[0]);
        assertThat(questions).as(run[0]).hasSize(before + 1);
        door.file(run[1], run[2] + "# other\n");
        door.call("run_command", "command", run[0]);
        assertThat(questions).as(run[0]).hasSize(before + 2);
      }
    }
  }

  /// What a program takes by itself: `there` when it is granted, `later` changed or made after
  // that.
  @ParameterizedTest
  @CsvSource({
    "make deploy,                     Makefile,         Makefile",
    "make deploy,                     Makefile,         GNUmakefile",
    "make -C sub deploy,              sub/Makefile,     sub/GNUmakefile",
    "cd sub && make deploy,           sub/Makefile,     sub/GNUmakefile",
    "npm run deploy,                  package.json,     package.json",
    "cd a/b && npm run deploy,        a/package.json,   a/b/package.json",
    "npm --prefix=sub run deploy,     sub/package.json, sub/package.json",
    "cargo publish --manifest-path=sub/Cargo.toml, sub/Cargo.toml, sub/build.rs",
    "docker compose up,               compose.yml,      compose.yaml",
    "terraform apply -auto-approve,   main.tf,          more.tf",
    "just deploy,                     justfile,         .justfile",
    "python3 -m d.m,                  d/m.py,           d/m.py",
    "python3 -m d.m,                  d/m.py,           d/__init__.py",
    "python3 -Bmd.m,                  d/m.py,           d.py",
    "python3 -mm,                     m.py,             m.py",
    "sh -c '. ./x.sh',                x.sh,             x.sh",
    "bash -c 'source x.sh; true',     x.sh,             x.sh",
    "sh -c 'exec ./x.sh',             x.sh,             x.sh",
    "sh -c '$PWD/x.sh',               x.sh,             x.sh",
    "awk -fx.awk a/b/other,           x.awk,            x.awk"
  })
  void whatAProgramTakesByItselfIsBound(String line, String there, String later) {
    bindsTo(Extent.PROJECT, line, there, later);
  }

  @Test
  void aGrantForTheSessionIsBoundLikewise() {
    bindsTo(Extent.SESSION, "make deploy", "Makefile", "GNUmakefile");
  }

  private void bindsTo(Extent extent, String line, String there, String later) {
    try (Door door = door(_ -> {})) {
      door.file("sub/other", "\n");
      door.file("a/b/other", "\n");
      door.file(there, "1\n");
      answers.add(ScriptedPerson.yes(extent));
      door.call("run_command", "command", line);
      assertThat(questions).hasSize(1);
      assertThat(grant(questions.getFirst()).orElse("")).startsWith("exactly").contains("as now");
      door.call("run_command", "command", line);
      assertThat(questions).as("unchanged").hasSize(1);
      door.file(later, "2\n");
      door.call("run_command", "command", line);
      assertThat(questions).as("changed").hasSize(2);
    }
  }

  /// A grant from before was not bound to it: the person is asked once more.
  @Test
  void aGrantThatWasNotBoundToItIsAskedForAgain() throws Exception {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.PROJECT));
      door.call("run_command", "command", "make deploy");
      assertThat(grant(questions.getFirst())).contains("exactly this command");
      door.file("Makefile", "deploy:\n\t@true\n");
      answers.add(ScriptedPerson.yes(Extent.PROJECT));
      door.call("run_command", "command", "make deploy");
      assertThat(questions).hasSize(2);
      door.call("run_command", "command", "make deploy");
      assertThat(questions).hasSize(2);
    }
  }

  /// What a pack knows as safe is granted for any arguments and any content, and the words say so.
  @Test
  void whatIsGrantedForAnyArgumentsIsNotBound() {
    try (Door door = door(_ -> {})) {
      door.file("Makefile", "test:\n\t@true\n");
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      door.call("run_command", "command", "make test");
      assertThat(grant(questions.getFirst())).contains("all make");
      door.file("Makefile", "test:\n\t@echo\n");
      door.call("run_command", "command", "make test");
      assertThat(questions).hasSize(1);
    }
  }

  @Test
  void aDirectoryOfTooMuchIsNotSaidToBeBound() {
    try (Door door = door(_ -> {})) {
      for (int i = 0; i < 600; i++) {
        door.file("bt/" + i, "");
      }
      door.file("bt/Makefile", "all:\n\t@true\n");
      door.call("run_command", "command", "make -C bt");

      assertThat(grant(questions.getFirst()).orElse(""))
          .contains("exactly this command (", "whatever bt holds then)")
          .doesNotContain("bt as now");
    }
  }

  @Test
  void aDirectoryOrAnUnfinishedNameIsBoundToWhatRunsThere() {
    try (Door door = door(_ -> {})) {
      for (String[] run :
          new String[][] {
            {"python3 tool", "tool/__main__.py"},
            {"node gen", "gen.js"},
            {"node .", "package.json"},
            {"node lib", "lib/index.js"}
          }) {
        door.file(run[1], "1\n");
        answers.add(ScriptedPerson.yes(Extent.SESSION));
        door.call("run_command", "command", run[0]);
        assertThat(grant(questions.getLast())).as(run[0]).isPresent();
        assertThat(grant(questions.getLast()).get()).startsWith("exactly").contains(run[1]);
        int before = questions.size();
        door.file(run[1], "2\n");
        door.call("run_command", "command", run[0]);
        assertThat(questions).as(run[0]).hasSize(before + 1);
      }
    }
  }

  @Test
  void aGrantOfASchemaFromBeforeDoesNotRunAnyFile() throws Exception {
    try (Door door = door(_ -> {})) {
      door.file("gen.py", "print(1)\n");
      answers.add(ScriptedPerson.yes(Extent.PROJECT));
      door.call("run_command", "command", "git add gen.py");
    }
    Path store = directory.resolve("data/trust.jsonl");
    Files.writeString(store, Files.readString(store).replace("git.add", "python.run"));
    try (Door door = door(setup -> setup.session = "S-2")) {
      door.call("run_command", "command", "python3 gen.py");
      assertThat(questions).hasSize(2);
    }
  }

  @Test
  void anUnknownProgramIsGrantedWithTheFilesThatItNames() {
    try (Door door = door(_ -> {})) {
      door.file("x.R", "1\n");
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      door.call("run_command", "command", "Rscript x.R");
      door.call("run_command", "command", "Rscript x.R");
      assertThat(questions).hasSize(1);
      door.file("x.R", "2\n");
      door.call("run_command", "command", "Rscript x.R");
      assertThat(questions).hasSize(2);
    }
  }

  @Test
  void aGrantForTheProjectIsNotForWhatStandsThereLater() throws Exception {
    Path root;
    try (Door door = door(_ -> {})) {
      root = door.root;
      door.file("gen.py", "print(1)\n");
      answers.add(ScriptedPerson.yes(Extent.PROJECT));
      door.call("run_command", "command", "python3 gen.py");
    }
    Path aside = root.resolveSibling("aside");
    Files.move(root, aside);
    Files.createDirectory(root);
    Files.writeString(root.resolve("gen.py"), "print(1)\n");
    try (Door door = door(setup -> setup.session = "S-2")) {
      door.call("run_command", "command", "python3 gen.py");
      assertThat(questions).hasSize(2);
    }
    Files.move(root, root.resolveSibling("later"));
    Files.move(aside, root);
    try (Door door = door(setup -> setup.session = "S-3")) {
      door.call("run_command", "command", "python3 gen.py");
      assertThat(questions).hasSize(2);
    }
    Files.createDirectory(root.resolve(".git"));
    try (Door door = door(setup -> setup.session = "S-4")) {
      door.call("run_command", "command", "python3 gen.py");
      assertThat(questions).hasSize(3);
    }
  }
}
