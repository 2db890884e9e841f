// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A workspace in which another file system is mounted, as containers for development have it: no
/// rename leads there, and all that Writ promises holds all the same.
class MountedPlacesTest {
  private static final String TREE =
      "find . -path './.*' -prune -o -printf '%p %y %m %l\\n' -type f -exec cat {} + | sort";

  /// Runs lines in a mount namespace of their own, with a file system at `data`.
  private static String mounted(Program program, String lines) throws Exception {
    String mount = "mkdir -p data && mount -t tmpfs none data && ";
    Process process =
        program
            .builder(List.of("unshare", "-rm", "/bin/sh", "-c", mount + lines))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(lines + "\n" + said).isZero();
    return said;
  }

  private static void assumeMounts(Program program) throws Exception {
    Process process =
        program
            .builder(List.of("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"))
            .redirectErrorStream(true)
            .start();
    assumeThat(process.waitFor()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namespaces | run_command --args '{\"command\":\"sh act.sh\"}'",
        "landlock | run_command --args '{\"command\":\"sh act.sh\"}'",
        "namespaces | delete_path --args '{\"path\":\"data/old\"}'",
        "namespaces | write_file --args '{\"path\":\"data/n/new\",\"content\":\"x\"}'",
        "namespaces | delete_path --args '{\"path\":\"data/src\",\"recursive\":true}'",
        "namespaces | move_path --args '{\"from\":\"data/src\",\"to\":\"src\"}'",
        "namespaces | move_path --args '{\"from\":\"a.txt\",\"to\":\"data/a.txt\"}'",
      })
  void whatHappensThereIsRecordedAndTakenBack(String mechanism, String call) throws Exception {
    try (Program program = new Program()) {
      assumeMounts(program);
      program.set("WRIT_SAFETY_SANDBOX", mechanism);
      String writ = "\"" + Program.WRIT + "\" ";
      String said =
          mounted(
              program,
              """
              mkdir -p data/src/deep data/.vscode && echo one >data/old && echo two >data/src/deep/f &&
              ln -s deep data/src/link && chmod 700 data/src && echo {} >data/.vscode/tasks.json &&
              echo mine >data/.envrc && echo a >a.txt &&
              echo 'echo x >data/new; echo y >>a.txt; rm data/old; mv data/src data/other' >act.sh &&
              echo 'echo evil >data/.envrc; echo evil >data/.vscode/tasks.json' >>act.sh &&
              echo 'ls data; true' >>act.sh &&
              """
                  + writ
                  + "init --yes >/dev/null && "
                  + TREE
                  + " >/tmp/before.$$ && echo READY && ("
                  + writ
                  + "tools call "
                  + call
                  + " || true) && echo CALLED && cat data/.envrc data/.vscode/tasks.json && "
                  + writ
                  + "trace verify && "
                  + writ
                  + "undo --session && "
                  + TREE
                  + " >/tmp/after.$$ && diff /tmp/before.$$ /tmp/after.$$ && ls -a data | grep -c '^.writ-'"
                  + " ; rm /tmp/before.$$ /tmp/after.$$");

      assertThat(said).contains("CALLED\nmine\n{}\n").contains("is valid");
      assertThat(said.strip()).endsWith("\n0");
    }
  }

  /// There is no view there, so that what a killed session's command did has to be told from what
  /// a person did since.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatAPersonDidAfterAKillIsNotTheCommands(String mechanism) throws Exception {
    try (Program program = new Program()) {
      assumeMounts(program);
      program.set("WRIT_SAFETY_SANDBOX", mechanism);
      String said =
          mounted(
              program,
              """
              echo a >a.txt && echo b >b.txt && WRIT init --yes >/dev/null && {
                WRIT tools call run_command --args '{"command":"echo MODEL >>a.txt; sleep 1000"}' &
              } && until grep -q MODEL a.txt; do :; done &&
              killer=$(pgrep -P $! -f 'writ-[0-9]*[.]end') &&
              mark=$(tr '\\0' '\\n' </proc/$killer/cmdline | tail -1) && kill -9 $! &&
              until [ -s $mark ] && [ "$(find now -newer $mark 2>/dev/null)" ]; do : >now; done &&
              rm now &&
              echo MINE >>b.txt && echo new >new.txt && WRIT trace show && echo ALIVE &&
              WRIT tools call read_file --args '{"path":"a.txt"}' && WRIT undo --session &&
              cat a.txt b.txt new.txt
              """
                  .replace("WRIT", "\"" + Program.WRIT + "\""));

      assertThat(said).contains("modified a.txt").doesNotContain("modified b.txt", "created new");
      assertThat(said).endsWith("a\nb\nMINE\nnew\n");
    }
  }
}
