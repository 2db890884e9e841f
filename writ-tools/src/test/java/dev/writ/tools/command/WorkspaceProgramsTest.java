// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.base.json.Json;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.policy.ProgramDirectory;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.tools.builtin.Door;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs that a line calls by a path in the workspace: a virtual environment's, and those that
/// only bear the name of another.
class WorkspaceProgramsTest {
  @TempDir Path directory;

  private Door door(String mechanism) throws Exception {
    return door(mechanism, List.of());
  }

  private Door door(String mechanism, List<ProgramDirectory> programs) throws Exception {
    if (!mechanism.equals("landlock")) {
      Door.needsViews();
    }
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under(mechanism);
              setup.programs = programs;
            });
    door.contained();
    return door;
  }

  private static void link(Door door, String at, String target) throws Exception {
    Path link = door.root.resolve(at);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of(target));
  }

  /// An installed program needs nothing from strangers.
  @Test
  void npxRunsWhatIsInstalledUnasked() throws Exception {
    try (Door door = door("landlock")) {
      door.file("node_modules/.bin/greet", "#!/bin/sh\n");
      door.file("web/node_modules/.bin/shine", "#!/bin/sh\n");
      assertThat(asks(door, "npx greet --loud")).isEmpty();
      assertThat(asks(door, "cd web && npx shine")).isEmpty();
      assertThat(asks(door, "npx --no-install greet")).isEmpty();
      assertThat(asks(door, "npx shine")).isNotEmpty();
      assertThat(asks(door, "npx -y greet")).isNotEmpty();
      assertThat(asks(door, "npx greet@latest")).isNotEmpty();
      assertThat(asks(door, "npx ../greet")).isNotEmpty();
    }
  }

  private static List<?> asks(Door door, String line) throws Exception {
    String arguments = Json.object().put("command", line).build().write();
    GateJudgement judged =
        door.governor.gate().judge(new ToolCall("c", "run_command", arguments), door.state);
    return judged.refused().isPresent() ? List.of(judged.refused()) : judged.asks();
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aVirtualEnvironmentsPythonKnowsWhereItIs(String mechanism) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")));
    try (Door door = door(mechanism)) {
      link(door, ".venv/bin/python3", "/usr/bin/python3");
      link(door, ".venv/bin/python", "python3");
      door.file(".venv/pyvenv.cfg", "home = /usr/bin\n");
      door.file("a.py", "import sys; print(sys.prefix)\n");
      door.file(".venv/bin/activate", "touch evil\n");
      door.file("sub/a.py", "import sys; print(sys.prefix)\n");

      for (String line :
          new String[] {
            ".venv/bin/python a.py",
            "./.venv/bin/python3 a.py",
            "cd .venv && bin/python ../a.py",
            door.root + "/.venv/bin/python a.py",
            "source .venv/bin/activate && python a.py",
            "cd sub && . ../.venv/bin/activate && python a.py",
          }) {
        assertThat(door.text("run_command", "command", line))
            .as(line)
            .isEqualTo(door.root + "/.venv\n");
      }
      assertThat(door.root.resolve("evil")).doesNotExist();
      assertThat(Door.code(door.call("run_command", "command", "source ./x && ls")))
          .isEqualTo("COMMAND_UNSUPPORTED");
    }
  }

  /// The programs that a line makes, and those that its programs start by name.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void anEnvironmentsProgramsAreFoundByAllThatRunsCode(String mechanism) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")));
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/make")));
    try (Door door = door(mechanism)) {
      String environment = door.root + "/.venv";
      door.file("a.py", "import sys; print(sys.prefix)\n");
      door.file("Makefile", "test:\n\t@python a.py; echo $$VIRTUAL_ENV\n");

      assertThat(
              door.text(
                  "run_command",
                  "command",
                  "python3 -m venv --without-pip .venv && . .venv/bin/activate && python a.py"))
          .contains(environment + "\n");
      assertThat(door.text("run_command", "command", ". .venv/bin/activate && make test"))
          .contains(environment + "\n" + environment + "\n");
      assertThat(
              door.text(
                  "run_command",
                  "command",
                  ". .venv/bin/activate && deactivate && make test || /usr/bin/python3 a.py"))
          .doesNotContain(environment);
      for (String line : new String[] {"which python", "command -v python"}) {
        assertThat(door.text("run_command", "command", ". .venv/bin/activate && " + line))
            .isEqualTo(environment + "/bin/python\n");
      }
    }
  }

  /// A line that only reads runs nothing of the workspace, and Git that may write `.git` neither.
  @Test
  void noProgramOfAnEnvironmentStandsForOneThatReadsOrIsStartedByGit() throws Exception {
    try (Door door = door("namespaces")) {
      String git =
          "git init -q . && git config user.email a@b.c && git config user.name a && git add a.py";
      door.file("a.py", "x\n");
      ProcessBuilder start = new ProcessBuilder("sh", "-c", git).directory(door.root.toFile());
      assertThat(start.inheritIO().start().waitFor()).isZero();
      for (String name : new String[] {"grep", "hello"}) {
        Path program = door.file(".venv/bin/" + name, "#!/bin/sh\necho > .git/evil; echo evil\n");
        Files.setAttribute(program, "unix:mode", 0755);
      }
      Path hook = door.file(".git/hooks/pre-commit", "#!/bin/sh\nhello || true\n");
      Files.setAttribute(hook, "unix:mode", 0755);

      assertThat(
              door.text("run_command", "command", ". .venv/bin/activate && ls a.py | xargs grep x"))
          .isEqualTo("x\n");
      assertThat(
              door.text("run_command", "command", ". .venv/bin/activate && git commit -m a a.py"))
          .contains("not found")
          .contains("1 file changed");
      assertThat(door.root.resolve(".git/evil")).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/etc/passwd, PATH_OUTSIDE_WORKSPACE",
    "/usr/bin/../../etc/passwd, PATH_OUTSIDE_WORKSPACE",
    "/usr/share/x, PATH_OUTSIDE_WORKSPACE",
    "/usr/bin, PATH_OUTSIDE_WORKSPACE",
    "/usr/bin/true, ok",
  })
  void onlyALinkToAProgramOfTheSystemIsNoWayOut(String target, String code) throws Exception {
    try (Door door = door("landlock")) {
      link(door, "bin/x", target);

      assertThat(Door.code(door.call("run_command", "command", "bin/x"))).isEqualTo(code);
      assertThat(Door.code(door.call("run_command", "command", "cat bin/x")))
          .isEqualTo("PATH_OUTSIDE_WORKSPACE");
    }
  }

  /// As version managers make environments: the link leads to an installation of the person's.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void aLinkToAProgramThatThePersonAddedIsNoWayOut(String mechanism) throws Exception {
    Path installation = Files.createDirectories(directory.resolve("versions/3.9"));
    Path program = Files.createDirectories(installation.resolve("bin")).resolve("python3.9");
    Files.writeString(program, "#!/bin/sh\necho my $0 $*\n");
    Files.setAttribute(program, "unix:mode", 0755);
    Files.writeString(installation.resolve("bin/notes.txt"), "no program\n");
    ProgramDirectory added =
        new ProgramDirectory(installation.resolve("bin"), List.of(installation));
    try (Door door = door(mechanism, List.of(added))) {
      link(door, ".venv/bin/python", program.toString());
      link(door, ".venv/bin/notes", installation.resolve("bin/notes.txt").toString());
      door.file(".venv/bin/activate", "");

      for (String line :
          new String[] {
            ".venv/bin/python a.py",
            ". .venv/bin/activate && python a.py",
            "source .venv/bin/activate; python a.py",
          }) {
        assertThat(door.text("run_command", "command", line))
            .as(line)
            .isEqualTo("my " + door.root + "/.venv/bin/python a.py\n");
      }
      assertThat(door.code("run_command", "command", ".venv/bin/notes"))
          .isEqualTo("PATH_OUTSIDE_WORKSPACE");
      assertThat(door.code("run_command", "command", "cat .venv/bin/python"))
          .isEqualTo("PATH_OUTSIDE_WORKSPACE");
    }
  }

  /// The system's program in its place would be another one than was meant.
  @ParameterizedTest
  @ValueSource(strings = {".venv/bin/python a.py", ". .venv/bin/activate && python a.py"})
  void aLinkToAnotherProgramIsRefusedByItsName(String line) throws Exception {
    Path program = directory.resolve("python");
    Files.writeString(program, "#!/bin/sh\necho evil\n");
    Files.setAttribute(program, "unix:mode", 0755);
    try (Door door = door("landlock")) {
      link(door, ".venv/bin/python", program.toString());
      door.file(".venv/bin/activate", "");
      door.file("a.py", "print('base')\n");

      assertThat(door.code("run_command", "command", line)).isEqualTo("PATH_OUTSIDE_WORKSPACE");
    }
  }

  /// Git alone may write what is in `.git`; a program that is only called so may not.
  @Test
  void aProgramOfTheWorkspaceIsNotGit() throws Exception {
    try (Door door = door("namespaces")) {
      ProcessBuilder git =
          new ProcessBuilder("git", "init", "-q", ".").directory(door.root.toFile());
      assertThat(git.inheritIO().start().waitFor()).isZero();
      Path head = door.root.resolve(".git/HEAD");
      String before = Files.readString(head);
      Path program = door.file("git", "#!/bin/sh\necho 'ref: refs/heads/evil' > .git/HEAD\n");
      Files.setAttribute(program, "unix:mode", 0755);

      assertThat(door.text("run_command", "command", "./git symbolic-ref HEAD x"))
          .contains("exit code");
      assertThat(head).hasContent(before.strip());
    }
  }
}
