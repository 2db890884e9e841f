// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whole command lines through every gate into the sandbox.
class CommandLineRunTest {
  @TempDir Path directory;

  private static CallAnswer line(Door door, String command) {
    return door.call("run_command", "command", command);
  }

  private Door full() {
    return Door.in(directory, setup -> setup.execution = ExecutionMode.FULL_AUTONOMOUS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "cat a.txt | tail -n 1                  # two",
        "cat a.txt | grep -c o                  # 2",
        "false && echo no || echo yes           # yes",
        "true || echo no; echo end              # end",
        "cd sub && cat in.txt                   # inside",
        "cat *.txt | head -n 1                  # one",
        "cat sub/i?.txt                         # inside",
        "echo \"a  b\" 'c $d'                   # a  b c $d",
        "cat < a.txt | wc -l                    # 2",
        "cat missing.txt 2>&1 | wc -l           # 1",
        "cat missing.txt 2> /dev/null || echo no  # no",
        "sort -r a.txt | head -n 1              # two",
        "if [ -f a.txt ]; then echo yes; else echo no; fi   # yes",
        "if [ -f b.txt ]; then echo yes; elif true; then echo else; fi   # else",
        "if false; then echo yes; fi; echo $?   # 0",
        "! false && echo \"not $?\"             # not 0",
        "cat missing.txt 2> /dev/null; echo $?  # 1",
        "false; [ $? -eq 1 ] && echo one        # one",
        "(cd sub && cat in.txt); head -n 1 a.txt | grep -c one  # inside 1",
        "for f in sub/*.txt; do cat \"$f\"; done # inside",
        "N='in'; cat sub/$N.txt                 # inside",
        "export CI=1 TZ=UTC; printenv CI        # 1",
        "cd sub; basename \"$PWD\"              # sub",
        "for w in a b; do true; done && echo $w$(basename x/c.d .d)  # bc",
        "timeout 5 cat sub/in.txt               # inside",
        "find . -name 'in*' -exec cat {} ';'    # inside",
      })
  void aLineGivesWhatAShellWouldGive(String command, String output) {
    try (Door door = full()) {
      door.file("a.txt", "one\ntwo\n");
      door.file("sub/in.txt", "inside\n");

      assertThat(line(door, command).result().content().strip().replace('\n', ' '))
          .isEqualTo(output);
    }
  }

  @Test
  void redirectionsWriteWhereTheyWereJudgedToWrite() throws Exception {
    try (Door door = full()) {
      door.file("a.txt", "one\n");

      assertThat(Door.code(line(door, "cat a.txt > b.txt"))).isEqualTo("ok");
      assertThat(Door.code(line(door, "cat a.txt >> b.txt"))).isEqualTo("ok");
      assertThat(Files.readString(door.root.resolve("b.txt"))).isEqualTo("one\none\n");
      assertThat(Door.code(line(door, "echo x > ../outside"))).isEqualTo("PATH_OUTSIDE_WORKSPACE");
      assertThat(Door.code(line(door, "echo x > .git/config"))).isEqualTo("PROTECTED_PATH");
      assertThat(directory.resolve("outside")).doesNotExist();
    }
  }

  @Test
  void whatAProgramWritesWhereItMustNotIsPreventedOrPutBack() {
    try (Door door = full()) {
      Path target = directory.resolve("outside.txt");
      line(door, "python3 -c \"open('" + target + "', 'w').write('x')\"");
      line(door, "python3 -c \"import os; os.makedirs('.git/hooks')\"");

      assertThat(target).doesNotExist();
      assertThat(door.root.resolve(".git")).doesNotExist();
    }
  }

  @Test
  void standardInputIsWhatTheCallGives() {
    try (Door door = full()) {
      assertThat(
              door.call("run_command", "command", "tr a-z A-Z", "stdin", "loud\n")
                  .result()
                  .content())
          .isEqualTo("LOUD\n");
    }
  }

  @Test
  void aTextInTheLineIsTheStandardInputOfItsCommand() throws Exception {
    try (Door door = full()) {
      assertThat(line(door, "tr a-z A-Z <<'E' | cat\nlo$ud\nE\ncat <<< end").result().content())
          .isEqualTo("LO$UD\nend\n");
      assertThat(Door.code(line(door, "cat > a.txt <<-E # new\n\tone\n\n\ttwo\n\tE")))
          .isEqualTo("ok");
      assertThat(Files.readString(door.root.resolve("a.txt"))).isEqualTo("one\n\ntwo\n");
      assertThat(Door.code(line(door, "tee .git/config <<< x"))).isEqualTo("PROTECTED_PATH");
    }
  }

  @Test
  void missingProgramsAndSignalsAreTold() {
    try (Door door = full()) {
      assertThat(Door.code(line(door, "no-such-program x"))).isEqualTo("BINARY_NOT_FOUND");
      assertThat(line(door, "no-such-program x || echo other").result().content())
          .startsWith("other\n")
          .contains("no-such-program was not found");
      door.file("no bit.sh", "#!/usr/bin/env bash\necho a\n");
      assertThat(Door.code(line(door, "'./no bit.sh'"))).isEqualTo("COMMAND_FAILED_TO_START");
      assertThat(line(door, "'./no bit.sh'").result().content())
          .contains("is not executable. Instead: chmod +x './no bit.sh', or bash './no bit.sh'");
      assertThat(line(door, "'./no bit.sh'; echo $?").result().content()).startsWith("126\n");
      assertThat(line(door, "python3 -c 'import os; os.kill(os.getpid(), 9)'").result().content())
          .contains("exit code 137");
      assertThat(Door.code(line(door, "echo $NOWHERE"))).isEqualTo("COMMAND_UNSUPPORTED");
      assertThat(Door.code(line(door, "rm -rf /")))
          .isIn("COMMAND_DENIED", "PATH_OUTSIDE_WORKSPACE");
    }
  }
}
