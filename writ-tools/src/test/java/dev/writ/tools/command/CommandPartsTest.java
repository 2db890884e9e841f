// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.tools.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Lines of which a part must run before the words of the rest are known: each part passes the
/// door.
class CommandPartsTest {
  @TempDir Path directory;

  private Door door() throws Exception {
    return door(_ -> {});
  }

  private Door door(Consumer<Door.Setup> otherwise) throws Exception {
    Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under("landlock");
              otherwise.accept(setup);
            });
    door.contained();
    return door;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          mkdir -p {a,b} && ls -d */ ¦ `[created a, created b]⏎a/⏎b/⏎`
          touch x.c y.c; for f in *.c; do echo "<$f>"; done ¦ `[created x.c, created y.c]⏎<x.c>⏎<y.c>⏎`
          echo "$(cat words) times" ¦ one two times⏎
          for w in $(cat words); do echo $w; done ¦ one⏎two⏎
          N=$(wc -l < words); echo lines: $N ¦ lines: 1⏎
          echo $(sh -c 'echo in; exit 3') $? ¦ `in 0⏎`
          X=$(sh -c 'exit 3'); echo $? ¦ `3⏎`
          sh -c 'exit 3' && ls *; echo $? ¦ `3⏎`
          ls $(cat words) 2>/dev/null || echo none ¦ none⏎
          echo before; touch z; ls z*; ls nothing* ¦ `[created z]⏎before⏎exit code 2⏎z⏎stderr:⏎ls: cannot access 'nothing*': No such file or directory⏎`
          cat > "$(cat name).txt" < words; cat *.txt ¦ `[created new.txt]⏎one two⏎`
          """)
  void thePartsOfALineRunInOrder(String line, String expected) throws Exception {
    try (Door door = door()) {
      door.file("words", "one two\n");
      door.file("name", "new\n");

      CallAnswer answer = run(door, line.replace('⏎', '\n'));

      assertThat(answer.result().content()).isEqualTo(expected.replace('⏎', '\n'));
      assertThat(Door.code(answer)).isEqualTo("ok");
    }
  }

  private static CallAnswer run(Door door, String line) {
    return door.call("run_command", "command", line);
  }

  @Test
  void nothingRunsWhereALaterPartIsNotInTheLanguage() throws Exception {
    try (Door door = door()) {
      CallAnswer answer = run(door, "touch a; ls *; cat <(ls)");

      assertThat(Door.code(answer)).isEqualTo("COMMAND_UNSUPPORTED");
      assertThat(door.root.resolve("a")).doesNotExist();
    }
  }

  @Test
  void nothingRunsWhereALaterPartIsDenied() throws Exception {
    try (Door door = door()) {
      CallAnswer answer = run(door, "touch a; ls *; sudo rm -rf /");

      assertThat(Door.code(answer)).isEqualTo("COMMAND_DENIED");
      assertThat(door.root.resolve("a")).doesNotExist();
    }
  }

  @Test
  void wordsThatAPartPrintsAreJudged() throws Exception {
    try (Door door = door()) {
      door.file("name", "/etc/shadow\n");
      door.file("kept", "yes\n");

      CallAnswer answer = run(door, "touch a; cat $(cat name)");

      assertThat(Door.code(answer)).isEqualTo("PATH_OUTSIDE_WORKSPACE");
      assertThat(answer.result().content()).contains("The line ran up to and including cat name");
      assertThat(door.root.resolve("a")).exists();
    }
  }

  /// Aborted while a later part is asked about: what ran before is answered, and recorded already.
  @Test
  void anAbortBetweenPartsLeavesWhatRan() throws Exception {
    Approver aborted =
        _ -> {
          throw new InterruptedException("the turn is aborted");
        };
    try (Door door = door(setup -> setup.approver = aborted)) {
      CallAnswer answer = run(door, "touch a; ls *; curl https://example.org/");

      assertThat(Thread.interrupted()).as("the abort goes on").isTrue();
      assertThat(answer.result().content()).isEqualTo("[created a]\n");
      assertThat(answer.ledger()).hasSize(1);
      assertThat(door.governor.audit().open()).isEmpty();
    }
  }

  @Test
  void anAbortBeforeTheFirstPartDoesNothing() throws Exception {
    Approver aborted =
        _ -> {
          throw new InterruptedException("the turn is aborted");
        };
    try (Door door = door(setup -> setup.approver = aborted)) {
      assertThatThrownBy(() -> interrupted(door)).isInstanceOf(InterruptedException.class);
      assertThat(door.root.resolve("a")).doesNotExist();
    }
  }

  private static void interrupted(Door door) throws InterruptedException {
    String line = "curl -o a https://example.org/ ; ls *";
    String arguments = Json.object().put("command", line).build().write();
    door.governor
        .gate()
        .call(new ToolCall("c", "run_command", arguments), door.state, door.origin());
  }

  /// A question about a part does not show where its words go, so a secret never becomes words.
  @Test
  void aSecretNeverBecomesWords() throws Exception {
    Approver yes = question -> new Approver.Answer.Yes(question.digest(), Approver.Extent.ONCE);
    try (Door door = door(setup -> setup.approver = yes)) {
      door.file(".env", "PW=zebra\n");

      CallAnswer answer = run(door, "touch a; printf %s \"$(cat .env)\" > leak.txt");

      assertThat(Door.code(answer)).isEqualTo("COMMAND_UNSUPPORTED");
      assertThat(door.root.resolve("a")).doesNotExist();
      assertThat(door.audit()).doesNotContain("zebra");
    }
  }

  /// A line that a person types instead of a later part must not run the earlier ones again.
  @Test
  void anotherTextForTheRestOfALineIsToldToTheModel() throws Exception {
    Approver other = _ -> new Approver.Answer.Edited("echo 1 >> a; echo done");
    try (Door door = door(setup -> setup.approver = other)) {
      CallAnswer answer = run(door, "echo 1 >> a; ls *; curl https://example.org/");

      assertThat(Door.code(answer)).isEqualTo("APPROVAL_REJECTED");
      assertThat(answer.result().content()).contains("echo 1 >> a; echo done");
      assertThat(door.read("a")).isEqualTo("1\n");
    }
  }

  @Test
  void whatPrintsTooMuchGivesNoWords() throws Exception {
    try (Door door = door()) {
      CallAnswer answer = run(door, "touch a; echo $(seq 1000000)");

      assertThat(Door.code(answer)).isEqualTo("COMMAND_UNSUPPORTED");
    }
  }

  @Test
  void everyPartIsRecordedAndCanBeTakenBack() throws Exception {
    try (Door door = door()) {
      door.file("old.txt", "old\n");

      CallAnswer answer = run(door, "touch a.txt; rm *.txt; echo $(date +%Y) > year; ls *");

      assertThat(door.root.resolve("old.txt")).doesNotExist();
      assertThat(door.read("year")).startsWith("20");
      assertThat(answer.ledger()).hasSize(3);
    }
  }
}
