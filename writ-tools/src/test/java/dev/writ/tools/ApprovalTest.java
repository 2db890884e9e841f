// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.door.Governor;
import dev.writ.kernel.grant.PersonAuthority;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.ScriptedPerson;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Questions to people, and the effect of their answers.
final class ApprovalTest {
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
  void aYesIsForOneProposal() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.ONCE));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/b.txt", "content", "1\n"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(questions).hasSize(2);
      assertThat(questions.getFirst().concerns())
          .extracting(ApprovalConcern::kind)
          .containsOnly(ConcernKind.CONFIRMATION);
    }
  }

  /// Who agreed to writing was not asked about deleting.
  @Test
  void aGrantToWriteDeletesAndMovesNothing() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
      assertThat(door.code("delete_path", "path", "src/a.txt")).isEqualTo("APPROVAL_REJECTED");
      assertThat(door.code("move_path", "from", "src/a.txt", "to", "src/b.txt"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(questions).hasSize(3);
      assertThat(grant(questions.getLast())).contains("all calls of move_path");
    }
  }

  @Test
  void aGrantForTheSessionIsThePathGlobThatWasShown() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
      assertThat(grant(questions.getFirst())).contains("writing src/**");
      assertThat(door.code("write_file", "path", "src/deep/b.txt", "content", "1\n"))
          .isEqualTo("ok");
      assertThat(door.code("write_file", "path", "other/b.txt", "content", "1\n"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(questions).hasSize(2);
      assertThat(door.state.questionsSaved()).isEqualTo(1);
      assertThat(door.audit()).contains("approved by an earlier answer: writing src/**");
    }
  }

  @Test
  void aGrantForTheSessionEndsWithIt() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
    }
    try (Door door = door(setup -> setup.session = "S-2")) {
      assertThat(door.code("write_file", "path", "src/b.txt", "content", "1\n"))
          .isEqualTo("APPROVAL_REJECTED");
    }
  }

  @Test
  void aGrantForTheProjectOutlivesTheSessionAndIsOutsideTheProject() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.PROJECT));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
    }
    try (Door door = door(setup -> setup.session = "S-2")) {
      assertThat(door.code("write_file", "path", "src/b.txt", "content", "1\n")).isEqualTo("ok");
      assertThat(questions).hasSize(1);
      assertThat(directory.resolve("data/trust.jsonl")).content().contains("src/**");
      assertThat(door.root.resolve(".writ/project.yaml")).doesNotExist();
    }
  }

  @Test
  void inv6WhatWritStartedGrantsNothingForAProject() {
    try (Door door = door(setup -> setup.environment = Map.of(PersonAuthority.CHILD_MARKER, "1"))) {
      answers.add(ScriptedPerson.yes(Extent.PROJECT));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(questions.getFirst().choices().forProject()).isFalse();
      assertThat(directory.resolve("data/trust.jsonl")).doesNotExist();
    }
  }

  @Test
  void aGrantDoesNotCoverSecretsOrRefusals() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/.env", "content", "A=1\n"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(grant(questions.getLast())).isEmpty();
      assertThat(questions.getLast().concerns())
          .extracting(ApprovalConcern::kind)
          .contains(ConcernKind.SECRET);
      assertThat(door.code("write_file", "path", "src/.git/config", "content", "1\n"))
          .isEqualTo("PROTECTED_PATH");
    }
  }

  @Test
  void aGrantThatWasNotOfferedIsNone() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      answers.add(ScriptedPerson.yes(Extent.INTENT));
      assertThat(door.code("write_file", "path", "src/.env", "content", "A=1\n")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/.env.b", "content", "A=1\n")).isEqualTo("ok");
      assertThat(door.code("write_file", "path", "src/.env.c", "content", "A=1\n"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(questions).hasSize(3);
    }
  }

  @Test
  void anApprovalForAnotherProposalIsNone() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.ONCE));
      door.call("write_file", "path", "a.txt", "content", "1\n");
      String first = questions.getFirst().digest();
      answers.add(_ -> new Answer.Yes(first, Extent.SESSION));
      assertThat(door.code("write_file", "path", "b.txt", "content", "1\n"))
          .isEqualTo("APPROVAL_REJECTED");
      assertThat(door.code("write_file", "path", "c.txt", "content", "1\n"))
          .isEqualTo("APPROVAL_REJECTED");
    }
  }

  @Test
  void whatAPersonChangesIsAskedAndJudgedAnew() {
    try (Door door = door(_ -> {})) {
      answers.add(_ -> new Answer.Edited("mine\n"));
      answers.add(ScriptedPerson.yes(Extent.ONCE));
      CallAnswer answer = door.call("write_file", "path", "a.txt", "content", "theirs\n");
      assertThat(Door.code(answer)).isEqualTo("ok");
      assertThat(answer.result().content()).startsWith("[The person changed this call to {");
      assertThat(door.read("a.txt")).isEqualTo("mine\n");
      assertThat(questions).hasSize(2);
      assertThat(questions.get(1).digest()).isNotEqualTo(questions.get(0).digest());
      assertThat(door.audit()).contains("changed to ").contains("\"code\":\"changed\"");
      assertThat(door.governor.audit().open()).isEmpty();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aCommandThatAPersonChangesIsJudgedFromTheFirstGate() {
    try (Door door = door(_ -> {})) {
      answers.add(_ -> new Answer.Edited("sudo id"));
      CallAnswer answer = door.call("run_command", "command", "touch a");
      assertThat(Door.code(answer)).isEqualTo("COMMAND_DENIED");
      assertThat(answer.result().content()).contains("The person changed this call");
    }
  }

  @Test
  void safeCommandsAreGrantedAsSchemas() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      door.call("run_command", "command", "git add a.txt");
      assertThat(grant(questions.getFirst())).contains("all git add");
      door.call("run_command", "command", "git add b.txt c.txt");
      assertThat(questions).hasSize(1);
      door.call("run_command", "command", "git add a.txt && git commit -m x");
      assertThat(questions).hasSize(2);
      assertThat(grant(questions.getLast())).contains("all git add, git commit");
    }
  }

  @Test
  void destructiveCommandsAreGrantedWordForWord() {
    try (Door door = door(_ -> {})) {
      answers.add(ScriptedPerson.yes(Extent.SESSION));
      door.call("run_command", "command", "git push origin main");
      assertThat(grant(questions.getFirst())).contains("exactly this command");
      assertThat(questions.getFirst().what()).containsExactly("git push origin main");
      assertThat(questions.getFirst().choices().intent()).isEmpty();
      door.call("run_command", "command", "git push origin main");
      assertThat(questions).hasSize(1);
      door.call("run_command", "command", "git push origin other");
      assertThat(questions).hasSize(2);
      door.call("run_command", "command", "frobnicate --all");
      assertThat(grant(questions.getLast())).contains("exactly this command");
      assertThat(questions.getLast().what()).containsExactly("frobnicate --all");
    }
  }

  @Test
  void anIntentIsApprovedOnceAndAsksOnlyForWhatDeviates() {
    try (Door door = door(_ -> {})) {
      door.intents();
      door.call("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
      answers.add(ScriptedPerson.yes(Extent.INTENT));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
      assertThat(questions.getFirst().choices().intent()).contains("everything that can be undone");
      assertThat(questions.getFirst().intent()).contains("INT-001");
      assertThat(door.code("write_file", "path", "src/b/c.txt", "content", "1\n")).isEqualTo("ok");
      door.call("run_command", "command", "git add src/a.txt");
      assertThat(questions).hasSize(1);
      door.call("run_command", "command", "git push origin main");
      assertThat(questions).hasSize(2);
      assertThat(door.state.questionsSaved()).isEqualTo(2);
    }
  }

  @Test
  void anApprovedIntentCoversWhatTheSandboxConfinesAndWhatFilesHeld() {
    try (Door door = door(setup -> setup.rules = Door.under("namespaces"))) {
      door.intents();
      door.call("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
      answers.add(ScriptedPerson.yes(Extent.INTENT));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
      for (String line :
          List.of("sh -c 'cat src/a.txt > src/b.txt'", "echo 3 > src/a.txt", "rm src/a.txt")) {
        assertThat(door.code("run_command", "command", line)).as(line).isEqualTo("ok");
      }
      assertThat(door.code("delete_path", "path", "src/b.txt")).isEqualTo("ok");
      assertThat(questions).hasSize(1);
      for (String line : List.of("curl https://example.org", "git reset --hard", "kill 1")) {
        door.call("run_command", "command", line);
      }
      assertThat(questions).hasSize(4);
    }
  }

  @Test
  void editingAnIntentVoidsItsApproval() {
    try (Door door = door(_ -> {})) {
      door.intents();
      door.call("select_active_intent", "intent", "CODE", "intent_id", "INT-001");
      answers.add(ScriptedPerson.yes(Extent.INTENT));
      assertThat(door.code("write_file", "path", "src/a.txt", "content", "1\n")).isEqualTo("ok");
      String file = ".orchestration/active_intents.yaml";
      door.file(file, door.read(file).replaceFirst("owned_scope:.*", "owned_scope: ['**']"));
      assertThat(door.code("write_file", "path", "src/b.txt", "content", "1\n"))
          .isEqualTo("APPROVAL_REJECTED");
    }
  }

  @Test
  void nobodyThereMeansTheDeclaredAnswer() {
    Consumer<Door.Setup> unattended =
        setup -> {
          setup.approver = Approver.nobody();
          setup.unattended = Set.of(ConcernKind.CONFIRMATION);
        };
    try (Door door = door(unattended)) {
      assertThat(door.code("write_file", "path", "a.txt", "content", "1\n")).isEqualTo("ok");
      assertThat(door.audit()).contains("approved by the configuration");
      assertThat(door.code("write_file", "path", ".env", "content", "1\n"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
      assertThat(door.code("run_command", "command", "frobnicate"))
          .isEqualTo("APPROVAL_UNAVAILABLE");
    }
  }

  @Test
  void aSimulatedRunReadsAndChangesNothing() throws Exception {
    Consumer<Door.Setup> simulated =
        setup -> {
          setup.course = GovernancePolicy.ExecutionCourse.SIMULATE;
          answers.add(_ -> new Answer.Unavailable());
          answers.add(_ -> new Answer.Unavailable());
        };
    try (Door door = door(simulated)) {
      door.file("a.txt", "one\n");
      assertThat(door.text("read_file", "path", "a.txt")).contains("one");
      CallAnswer answer =
          door.call("edit_file", "path", "a.txt", "old_text", "one", "new_text", "two");
      assertThat(answer.result().content()).startsWith("Simulated: nothing was done.");
      assertThat(door.read("a.txt")).isEqualTo("one\n");
      assertThat(questions).hasSize(1);
      assertThat(door.root.resolve(".orchestration")).doesNotExist();
      assertThat(door.audit()).contains("APPROVAL_UNAVAILABLE").doesNotContain("approved by");
      Governor governor = door.governor;
      assertThat(governor.audit().open()).isEmpty();
    }
  }

  @Test
  void theQuestionForACommandHoldsItsWholeInput() {
    try (Door door = door(_ -> {})) {
      String program = "import os\n".repeat(900) + "os.remove('a')\u202e\n";
      door.call("run_command", "command", "python3 -", "stdin", program);
      Question question = questions.getFirst();
      assertThat(question.what()).containsExactly("python3 -");
      assertThat(question.sections()).hasSize(1);
      assertThat(question.sections().getFirst().title()).contains("standard input: 901 lines");
      assertThat(question.sections().getFirst().text())
          .isEqualTo(program.replace("\u202e", "⟨U+202E⟩"));
    }
  }

  @Test
  void theQuestionForAPatchHoldsEveryLineOfEveryFile() {
    try (Door door = door(_ -> {})) {
      StringBuilder patch = new StringBuilder("*** Begin Patch\n");
      for (int file = 1; file <= 3; file++) {
        patch.append("*** Add File: f").append(file).append(".txt\n");
        for (int line = 1; line <= 500; line++) {
          patch.append("+file ").append(file).append(" line ").append(line).append('\n');
        }
      }
      door.call("apply_patch", "patch", patch + "*** End Patch\n");
      List<Approver.Section> sections = questions.getFirst().sections();
      assertThat(sections)
          .extracting(Approver.Section::title)
          .containsExactly("f1.txt +500 -0", "f2.txt +500 -0", "f3.txt +500 -0");
      assertThat(sections.getLast().text()).contains("+file 3 line 500").doesNotContain("more");
      assertThat(sections.getFirst().lines()).hasSize(501);
    }
  }

  @Test
  void whatADiffOfLinesDoesNotShowIsSaid() {
    try (Door door = door(_ -> {})) {
      door.file("a.txt", "one\ntwo\n");
      door.call("read_file", "path", "a.txt");
      door.call("write_file", "path", "a.txt", "content", "one\r\ntwo\r\n");
      door.call("write_file", "path", "a.txt", "content", "one\ntwo");
      door.call("write_file", "path", "b.txt", "content", "b\u0000c");
      door.file("c.txt", "c\u0000");
      door.call("delete_path", "path", "c.txt");
      assertThat(questions.stream().flatMap(q -> q.sections().stream()))
          .extracting(Approver.Section::title)
          .contains("a.txt +0 -0, ends of lines change", "b.txt binary, 0 -> 3 bytes")
          .contains("c.txt binary, 2 -> 0 bytes");
    }
  }

  @Test
  void aFrontEndThatFailsDenies() {
    try (Door door =
        door(
            setup ->
                setup.approver =
                    _ -> {
                      throw new IllegalStateException("no screen");
                    })) {
      assertThat(door.code("write_file", "path", "a.txt", "content", "1\n"))
          .isEqualTo("INTERNAL_ERROR");
      assertThat(door.root.resolve("a.txt")).doesNotExist();
    }
  }
}
