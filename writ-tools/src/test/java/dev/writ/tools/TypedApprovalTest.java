// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.ScriptedPerson;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The effect of a command that a person typed.
final class TypedApprovalTest {
  @TempDir Path directory;

  private final ScriptedPerson person = new ScriptedPerson();
  private final List<Question> questions = person.questions;
  private final Deque<Function<Question, Answer>> answers = person.answers;

  private Door door() {
    return person.door(directory, _ -> {});
  }

  @Test
  void typingACommandAgreesToWhatItsWordsSayAndIsRecordedAsThat() {
    try (Door door = door()) {
      answers.add(question -> new Answer.TypedConsent(question.digest()));
      assertThat(door.code("run_command", "command", "rm a.txt")).isNotEqualTo("APPROVAL_REJECTED");
      assertThat(door.audit()).contains("approved by a person, who typed the command");
      String first = questions.getFirst().digest();
      answers.add(_ -> new Answer.TypedConsent(first));
      assertThat(door.code("run_command", "command", "rm b.txt")).isEqualTo("APPROVAL_REJECTED");
    }
  }

  @Test
  void typingACommandDoesNotAgreeToSecretsOrHostsNorOverrideADenial() {
    try (Door door = door()) {
      answers.add(question -> new Answer.TypedConsent(question.digest()));
      assertThat(door.code("write_file", "path", ".env", "content", "A=1\n"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(questions.getLast().concerns())
          .extracting(ApprovalConcern::kind)
          .contains(ConcernKind.SECRET);
      answers.add(question -> new Answer.TypedConsent(question.digest()));
      assertThat(door.code("run_command", "command", "curl http://127.0.0.1:1/"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(questions.getLast().concerns())
          .extracting(ApprovalConcern::kind)
          .contains(ConcernKind.NETWORK);
      answers.add(question -> new Answer.TypedConsent(question.digest()));
      assertThat(door.code("run_command", "command", "sudo id")).isEqualTo("COMMAND_DENIED");
    }
  }
}
