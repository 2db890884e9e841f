// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.app.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs of version managers: found by `writ init`, agreed to once, and run in the sandbox.
class ProgramOfferTest {
  private static final String NODE = ".nvm/versions/node/v20.1.0";

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /// A person with a Node of nvm and a pytest of pyenv.
  private static Desk person() throws IOException {
    Desk desk = new Desk();
    Path home = desk.home.root();
    program(home.resolve(NODE + "/bin/node"), "cat \"${0%/*}/../lib/version\"");
    desk.home.write(NODE + "/lib/version", "v20.1.0 from its lib\n");
    program(home.resolve(".nvm/versions/node/v9.0.0/bin/node"), "echo old");
    program(home.resolve(".pyenv/shims/pytest"), "exec \"$HOME/.pyenv/libexec/pyenv\" pytest");
    program(home.resolve(".pyenv/libexec/pyenv"), "echo \"pyenv runs $1\"");
    program(desk.workspace.path("tools/bin/mine"), "echo mine");
    return desk.set("HOME", home.toString())
        .set("PATH", "/usr/bin:" + desk.workspace.path("tools/bin") + ":" + home + "/.pyenv/shims");
  }

  private static Desk.Ran runs(Desk desk, String command) {
    return desk.writ(
        "tools", "call", "run_command", "--args", "{\"command\":\"" + command + "\"}", "--json");
  }

  @Test
  void programsThatAPersonAgreedToRunInTheSandbox() throws IOException {
    try (Desk desk = person()) {
      Desk.Ran init = desk.writ("init", "--yes", "--programs");
      assertThat(init.exit()).as(init.toString()).isEqualTo(ExitCode.DONE);
      assertThat(init.out().lines().filter(line -> line.contains("your programs")))
          .singleElement()
          .asString()
          .contains("~/.pyenv/shims, ~/" + NODE + "/bin")
          .contains("(commands read all of ~/.pyenv, ~/" + NODE + ")")
          .doesNotContain("v9.0.0", "tools/bin");
      assertThat(desk.home.read(".config/writ/config.yaml"))
          .contains("\"~/.pyenv/shims\"")
          .doesNotContain("tools/bin");

      assertThat(runs(desk, "node --version").out()).contains("v20.1.0 from its lib");
      assertThat(runs(desk, "pytest").out()).contains("pyenv runs pytest");
      assertThat(desk.writ("doctor").out())
          .contains("ok    commands use your programs in " + desk.home.path(".pyenv/shims"));
      assertThat(desk.writ("init", "--yes", "--programs").out()).doesNotContain("Your programs");
    }
  }

  /// Made by a version manager that isn't on the search path.
  @Test
  void theProgramsOfTheWorkspacesEnvironmentAreOffered() throws IOException {
    try (Desk desk = person()) {
      Path python = desk.home.path(".local/share/uv/python/cpython-3.12/bin/python3.12");
      program(python, "echo \"I am $0\"");
      desk.home.write(".local/share/uv/python/cpython-3.12/lib/python3.12/os.py", "");
      Path link = desk.workspace.path(".venv/bin/python");
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, python);

      assertThat(desk.writ("init", "--yes").exit()).isEqualTo(ExitCode.DONE);
      assertThat(runs(desk, ".venv/bin/python -V").out())
          .contains(
              "is a link to a program in a directory that is not on the list of"
                  + " program directories")
          .contains("'writ init' offers it");
      desk.writ("init", "--yes", "--programs");
      assertThat(desk.home.read(".config/writ/config.yaml"))
          .contains("\"~/.local/share/uv/python/cpython-3.12/bin\"");
      assertThat(runs(desk, ".venv/bin/python -V").out()).contains("I am " + link);
    }
  }

  /// A repository says where its environment's Python is: it must not have a directory opened.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "other/bin/run",
        "other/bin/python3",
        "work/python3",
        "cloned/bin/python3",
        "lib/bin/python3"
      })
  void noOtherDirectoryIsOfferedForALinkOfTheWorkspace(String target) throws IOException {
    try (Desk desk = person()) {
      program(desk.home.path(target), "echo other");
      desk.home.write("cloned/lib/python3/os.py", "");
      Files.createDirectories(desk.home.path("cloned/.git"));
      desk.home.write("lib/lib/python3/other.py", "");
      Path link = desk.workspace.path(".venv/bin/python");
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, desk.home.path(target));

      String said = desk.writ("init", "--yes", "--programs").out();

      assertThat(said)
          .contains("~/.pyenv/shims")
          .doesNotContain("~/" + Path.of(target).getParent());
      assertThat(desk.home.read(".config/writ/config.yaml"))
          .doesNotContain("~/other", "~/work", "~/cloned", "~/lib");
    }
  }

  @Test
  void aScriptThatOnlyAgreesAddsNothing() throws IOException {
    try (Desk desk = person()) {
      assertThat(desk.writ("init", "--yes").out()).doesNotContain("your programs");
      assertThat(desk.home.path(".config/writ/config.yaml")).doesNotExist();
      assertThat(runs(desk, "node --version").out()).doesNotContain("from its lib");
    }
  }

  @Test
  void directoriesThatOthersCanWriteAreNotUsed() throws IOException {
    try (Desk desk = person()) {
      Path shims = desk.home.path(".pyenv/shims");
      Path mine = desk.workspace.path("tools/bin");
      desk.home.write(
          ".config/writ/config.yaml",
          "tools:\n  search_paths: [\"%s\", \"%s\", relative]\n".formatted(shims, mine));
      desk.writ("init", "--yes");
      Files.setPosixFilePermissions(shims, PosixFilePermissions.fromString("rwxrwxrwx"));

      assertThat(runs(desk, "pytest").out()).contains("BINARY_NOT_FOUND");
      assertThat(runs(desk, "mine").out()).contains("BINARY_NOT_FOUND");
      assertThat(desk.writ("doctor").out())
          .contains(shims + ": it can be written by other users")
          .contains(mine + ": it lies in the workspace");
      assertThat(desk.writ("init", "--yes", "--programs").out()).doesNotContain(".pyenv");
    }
  }

  @Test
  void gitStaysTheSystems() throws IOException {
    assumeThat(Path.of("/usr/bin/git")).exists();
    try (Desk desk = person()) {
      program(desk.home.path(NODE + "/bin/git"), "echo another");
      desk.writ("init", "--yes", "--programs");
      assertThat(runs(desk, "which git").out()).doesNotContain(NODE);
    }
  }
}
