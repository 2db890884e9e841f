// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.ScriptedPerson;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a question says, and what a person says with the answer.
final class QuestionTextTest {
  @TempDir Path directory;

  private final ScriptedPerson person = new ScriptedPerson();
  private final List<Question> questions = person.questions;
  private final Deque<Function<Question, Answer>> answers = person.answers;

  private Door door(Consumer<Door.Setup> more) {
    return person.door(directory, more);
  }

  @Test
  void theQuestionForACommandSaysInAFewWordsWhatWhyAndWhatOf() {
    try (Door door = door(setup -> setup.execution = ExecutionMode.RESTRICTED_AUTONOMOUS)) {
      door.call("run_command", "command", "git commit -m 'Fix \u0430dd'");
      door.call("run_command", "command", "make test");
      door.call("run_command", "command", "git push --force");
      door.call("run_command", "command", "npm install is-odd");
      assertThat(questions)
          .extracting(q -> String.join("|", q.what()))
          .containsExactly(
              "git commit -m 'Fix ⟨U+0430⟩dd'",
              "make test",
              "git push --force",
              "npm install is-odd");
      assertThat(questions)
          .extracting(q -> String.join("|", q.reasons()))
          .containsExactly(
              "this project grants nothing yet; `writ init` would end these questions",
              "this project grants nothing yet; `writ init` would end these questions",
              "git push: changes the remote repository",
              "npm install: brings in and runs what strangers wrote|the command needs the network:"
                  + " registry.npmjs.org");
      assertThat(questions)
          .extracting(q -> String.join("; ", q.act().consequences()))
          .containsExactly(
              "no network; undo leaves Git's data as it is",
              "asks before it reaches a host; what it changes can be undone, but for ignored build"
                  + " outputs",
              "asks before it reaches a host; not all of it can be undone",
              "writes ~/.npm/_cacache; not all of it can be undone");
      assertThat(questions.getFirst().details())
          .contains("digest: " + questions.getFirst().digest())
          .anyMatch(line -> line.startsWith("intent: "));
    }
  }

  @Test
  void aLineIsShownAsItWasTypedWhereThatSaysAllThatWouldRun() {
    try (Door door = door(_ -> {})) {
      door.file("a.txt", "a\n");
      for (String line :
          List.of(
              "grep -rn total .",
              "cat > b.txt <<'E'\none $x\nE",
              "for f in a b; do grep -r $f src; done",
              "rm   *.txt",
              "D=a; rm -rf $D",
              "rm a.txt            && rm b.txt")) {
        door.call("run_command", "command", line);
      }
      assertThat(questions)
          .extracting(q -> String.join("|", q.what()))
          .containsExactly(
              "grep -rn total .",
              "cat > b.txt <<'E'|one $x|E",
              "for f in a b; do grep -r $f src; done",
              "rm a.txt",
              "D=a; rm -rf $D",
              "rm a.txt && rm b.txt");
    }
  }

  @Test
  void whatAPersonSaysWithAYesReachesTheModel() {
    try (Door door = door(_ -> {})) {
      answers.add(question -> new Answer.Yes(question.digest(), Extent.ONCE, "and b.txt next"));
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "1\n");
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.result().content())
          .startsWith("[The person agreed and said: and b.txt next]\n");
    }
  }

  @Test
  void aGrantThatNeedsAPersonIsNamedWhereNobodyIsThere() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.PROJECT));
      door.call("run_command", "command", "git push origin main");
    }
    Consumer<Door.Setup> unattended =
        setup -> {
          setup.session = "S-2";
          setup.approver = Approver.nobody();
        };
    try (Door door = door(unattended)) {
      assertThat(door.call("run_command", "command", "git push origin main").result().content())
          .contains(
              "no person can be asked; the grant of exactly this command: git push"
                  + " origin main counts"
                  + " only where a person is there");
      assertThat(door.call("run_command", "command", "git push origin other").result().content())
          .contains("no person can be asked")
          .doesNotContain("the grant of");
    }
  }
}
