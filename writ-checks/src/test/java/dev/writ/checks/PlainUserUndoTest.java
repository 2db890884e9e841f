// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Undo for somebody who isn't root, for whom permissions count: directories that are closed to
/// their owner, or take nothing in, come back with what is in them.
class PlainUserUndoTest {
  private static final List<String> NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  private static final String SCENE =
      """
      mkdir -p pkg/mod/deep open && echo precious >pkg/mod/f && echo more >pkg/mod/deep/g &&
      echo other >y && echo inner >open/h && chmod 555 pkg/mod/deep pkg/mod
      """;

  private static final String TREE =
      "find . -path './.*' -prune -o -printf '%p %y %m\\n' -type f -exec cat {} +";

  private final boolean isRoot = "root".equals(System.getProperty("user.name"));

  private String shell(Program program, String line) throws Exception {
    List<String> command = new ArrayList<>(isRoot ? NOBODY : List.of());
    command.addAll(List.of("/bin/sh", "-c", line));
    Process process = program.builder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(line + "\n" + said).isZero();
    return said;
  }

  /// In a home and a workspace of his own.
  private Program begun(String mechanism) throws Exception {
    Program program = new Program();
    if (isRoot) {
      for (Path own : List.of(program.workspace.root(), program.home.root())) {
        assumeThat(new ProcessBuilder("chown", "65534", "" + own).start().waitFor()).isZero();
      }
    }
    return program.set("WRIT_SAFETY_SANDBOX", mechanism);
  }

  @Test
  void aFileThatACommandClosedIsRecordedAndStopsNothing() throws Exception {
    try (Program program = begun("landlock")) {
      String writ = "\"" + Program.WRIT + "\" ";
      shell(program, writ + "init --yes");
      String line = "echo x >closed && chmod 000 closed";
      String said =
          shell(program, writ + "tools call run_command --args '{\"command\":\"" + line + "\"}'");

      assertThat(said).contains("[created closed]");
      assertThat(shell(program, writ + "trace show")).contains("closed");
      assertThat(shell(program, writ + "trace verify 2>&1"))
          .contains("is valid")
          .doesNotContain("settled");
    }
  }

  /// A command of the same user can open what is closed to that user.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rm -f shut | deleted shut",
        "mv shut other | created other",
        "mv closed moved | deleted closed/f",
        "sh act.sh | deleted closed/f, modified entered/f, modified shut"
      })
  void whatIsClosedToItsOwnerIsComparedAndKept(String act, String told) throws Exception {
    try (Program program = begun("landlock")) {
      String writ = "\"" + Program.WRIT + "\" ";
      String modes = "stat -c '%n %a' closed entered shut";
      shell(
          program,
          """
          mkdir closed entered && echo one >closed/f && echo two >entered/f && echo three >shut &&
          echo 'echo x >entered/f; chmod 700 closed shut; rm closed/f; echo x >shut' >act.sh &&
          echo 'chmod 000 closed shut' >>act.sh && chmod 000 closed shut && chmod 311 entered &&
          """
              + writ
              + "init --yes");
      String before = shell(program, modes);

      String said =
          shell(program, writ + "tools call run_command --args '{\"command\":\"" + act + "\"}'");
      String after = shell(program, modes + " 2>/dev/null || true");
      shell(program, "chmod -f 700 closed; chmod 700 entered");
      String undone = shell(program, writ + "undo --session");
      shell(program, "chmod 700 closed && chmod 600 shut");

      assertThat(said).contains(told).doesNotContain("undo cannot");
      assertThat(after.lines()).isSubsetOf(before.lines().toList());
      assertThat(shell(program, "cat closed/f entered/f shut"))
          .as(said + undone)
          .isEqualTo("one\ntwo\nthree\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rm -f shut", "cp -f y shut", "mv -f y shut", "mv shut other", "rm -rf d"})
  void whatIsClosedToItsOwnerComesBackFromAView(String act) throws Exception {
    try (Program program = begun("namespaces")) {
      String writ = "\"" + Program.WRIT + "\" ";
      String tree = "find . -path './.*' -prune -o -printf '%p %y %m\\n'";
      shell(
          program,
          "mkdir d && echo x >y && echo precious >shut && echo more >d/shut && chmod 000 shut d/shut && "
              + writ
              + "init --yes");
      String before = shell(program, tree);

      String said =
          shell(program, writ + "tools call run_command --args '{\"command\":\"" + act + "\"}'");
      assertThat(shell(program, tree)).as(said).isNotEqualTo(before);
      String undone = shell(program, writ + "undo --session");

      assertThat(shell(program, tree)).as(said + undone).isEqualTo(before);
      shell(program, "chmod 600 shut d/shut");
      assertThat(shell(program, "cat shut d/shut")).isEqualTo("precious\nmore\n");
    }
  }

  /// A command closes directories for writing so that what it did there can't be taken back.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo evil >n/.envrc; chmod 555 n",
        "echo evil >n/.vscode/tasks.json; chmod 555 n/.vscode n",
        "echo evil >n/.vscode/new.json; chmod 555 n/.vscode n",
        "rm n/.vscode/tasks.json; chmod 555 n/.vscode n",
        "echo evil >n/.git/hooks/pre-commit; chmod 555 n/.git/hooks n/.git n",
        "echo evil >>n/.git/config; chmod 555 n/.git",
        "git init -q r; echo evil >r/.git/hooks/pre-commit; chmod -R a-w r",
        "echo evil >n/.envrc; echo evil >n/.git/hooks/x; echo x >n/.git/index; chmod 0 n/.git/index",
        "echo evil >n/.envrc; echo x >n/.git/refs/heads/x; chmod 0 n/.git/refs/heads/x",
        "echo evil >n/.envrc; git init -q r; echo x >r/.git/index; chmod 0 r/.git/index",
      })
  void whatIsClosedForWritingIsTakenBack(String act) throws Exception {
    try (Program program = begun("landlock")) {
      String writ = "\"" + Program.WRIT + "\" ";
      String tree =
          "find n $(ls -d r/.git 2>/dev/null) -mindepth 1 -path '*/.git/objects' -prune -o -printf '%p %y %m\\n'"
              + " -type f -exec cat {} + | sort";
      shell(
          program,
          "git init -q n && mkdir n/.vscode && echo mine >n/.envrc && echo {} >n/.vscode/tasks.json && "
              + writ
              + "init --yes");
      shell(program, "cat >act.sh <<'E'\n" + act + "\nE");
      String before = shell(program, tree);

      String said =
          shell(
              program,
              writ + "tools call run_command --args '{\"command\":\"sh act.sh\"}' || true");

      assertThat(shell(program, tree)).as(said).isEqualTo(before);
      assertThat(said).contains("PROTECTED_PATH");
    }
  }

  /// What another user doesn't let Writ read can't be kept: so it stays.
  @ParameterizedTest
  @ValueSource(strings = {"rm -f theirs", "mv -f y theirs", "rm -rf d"})
  void whatIsAnotherUsersAndUnreadableStays(String act) throws Exception {
    assumeThat(isRoot).isTrue();
    try (Program program = begun("namespaces")) {
      String writ = "\"" + Program.WRIT + "\" ";
      shell(program, "mkdir d && echo x >y && " + writ + "init --yes");
      for (String file : List.of("theirs", "d/theirs")) {
        Path theirs = program.workspace.root().resolve(file);
        Files.writeString(theirs, "precious\n");
        Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rw-------"));
      }

      String said =
          shell(
              program,
              writ + "tools call run_command --args '{\"command\":\"" + act + "\"}' || true");

      assertThat(said).contains("its old content cannot be kept");
      for (String file : List.of("theirs", "d/theirs")) {
        assertThat(program.workspace.root().resolve(file)).hasContent("precious\n");
      }
    }
  }

  /// No new file of this user can be another's, and a file never changes its owner silently.
  @Test
  void anotherUsersFileStaysItsOwnersAndStopsNoOther() throws Exception {
    assumeThat(isRoot).isTrue();
    try (Program program = begun("landlock")) {
      String writ = "\"" + Program.WRIT + "\" ";
      shell(program, "echo one >a && echo one >z && " + writ + "init --yes");
      Path theirs = Files.writeString(program.workspace.root().resolve("theirs"), "one\n");
      assertThat(new ProcessBuilder("chgrp", "65534", "" + theirs).start().waitFor()).isZero();
      Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rw-rw-r--"));
      shell(program, "echo 'for f in a theirs z; do echo two >>$f; done' >act.sh");
      shell(
          program,
          """
          cat >script.json <<'E'
          {"turns": [
            {"calls": [{"tool": "read_file", "arguments": {"path": "theirs"}}]},
            {"calls": [{"tool": "write_file", "arguments": {"path": "theirs", "content": "x"}}]},
            {"calls": [{"tool": "run_command", "arguments": {"command": "sh act.sh"}}]},
            {"text": "Done."}
          ]}
          E
          """);

      String said = shell(program, writ + "run --script script.json change || true");
      String undone = shell(program, writ + "undo --session || true");

      assertThat(said).contains("theirs: it belongs to root:");
      assertThat(undone).contains("theirs can't be replaced: it belongs to root:");
      assertThat(shell(program, "cat a theirs z")).isEqualTo("one\ntwo\n".repeat(3));
      undone = shell(program, writ + "undo --session --force || true");
      assertThat(undone).contains("theirs can't be replaced", "restored a", "restored z");
      assertThat(shell(program, "cat a theirs z")).isEqualTo("one\none\ntwo\none\n");
      assertThat(Files.getAttribute(theirs, "unix:uid")).isEqualTo(0);
      assertThat(shell(program, writ + "trace verify")).contains("is valid");
    }
  }

  /// What the ledger says is what there is, also where a command closed one directory in another.
  @Test
  void directoriesThatACommandClosedInEachOtherAreAllClosed() throws Exception {
    try (Program program = begun("namespaces")) {
      String writ = "\"" + Program.WRIT + "\" ";
      shell(program, "mkdir -p d/e && echo x >y && " + writ + "init --yes");
      String line = "cp y d/e/f && chmod 000 d/e && chmod 000 d && rm y";

      String said =
          shell(program, writ + "tools call run_command --args '{\"command\":\"" + line + "\"}'");
      String after = shell(program, "stat -c %a d && chmod 700 d && stat -c %a d/e && chmod 000 d");

      assertThat(after).as(said).isEqualTo("0\n0\n");
      assertThat(said).doesNotContain("IO_ERROR");
      assertThat(shell(program, writ + "trace verify 2>&1"))
          .contains("is valid")
          .doesNotContain("settled");
      shell(program, writ + "undo --session");
      assertThat(shell(program, "cat y && ls d/e")).isEqualTo("x\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namespaces | delete_path --args '{\"path\":\"pkg\",\"recursive\":true}'",
        "landlock | delete_path --args '{\"path\":\"pkg\",\"recursive\":true}'",
        "namespaces | move_path --args '{\"from\":\"pkg\",\"to\":\"moved\"}'",
        "namespaces | chmod 600 open",
        "namespaces | chmod 000 open && rm y",
        "namespaces | chmod 700 pkg/mod pkg/mod/deep && rm -r pkg",
        "landlock | chmod 600 open",
        "namespaces | cp y open/h && chmod 555 open",
        "landlock | cp y open/h && chmod 555 open",
        "namespaces | mkdir new && cp y new/y && chmod 555 new",
        "landlock | mkdir new && cp y new/y && chmod 555 new",
        "landlock | chmod 700 pkg/mod pkg/mod/deep && rm -r pkg",
        "namespaces | cp y open/i && chmod 000 open && rm y",
        "namespaces | cp y open/i && chmod 111 open && rm y",
        "namespaces | mkdir new && cp y new/y && chmod 000 new && rm y",
        "namespaces | mkdir -m 0 new && rm y",
        "namespaces | mkdir -p new/in && cp y new/in/y && chmod 000 new/in && chmod 000 new && rm y",
      })
  void theTreeIsAsItWas(String mechanism, String act) throws Exception {
    try (Program program = begun(mechanism)) {
      shell(program, SCENE + "\n\"" + Program.WRIT + "\" init --yes");
      String before = shell(program, TREE);

      String call =
          act.contains("--args") ? act : "run_command --args '{\"command\":\"" + act + "\"}'";
      String said = shell(program, "\"" + Program.WRIT + "\" tools call " + call);
      String undone = shell(program, "\"" + Program.WRIT + "\" undo --session");

      assertThat(shell(program, TREE)).as(said + undone).isEqualTo(before);
      assertThat(shell(program, "\"" + Program.WRIT + "\" trace verify")).contains("is valid");
    }
  }
}
