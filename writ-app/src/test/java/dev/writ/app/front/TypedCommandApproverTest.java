// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Editable;
import dev.writ.kernel.approval.Approver.Question;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Typing a command answers only what its words say, and only where a person is.
class TypedCommandApproverTest {
  private static final Answer ASKED = new Answer.No("the person was asked");

  private final TypedCommandApprover approver = new TypedCommandApprover(_ -> ASKED);

  private static Question question(String command, ConcernKind... kinds) {
    Choices choices =
        new Choices(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            /* forProject= */ false,
            Optional.of(new Editable("command", command)));
    List<ApprovalConcern> concerns =
        List.of(kinds).stream().map(kind -> new ApprovalConcern(kind, "why")).toList();
    return new Question("digest", new Act(List.of(command)), List.of(), concerns, "none", choices);
  }

  @ParameterizedTest
  @EnumSource(ConcernKind.class)
  void itAnswersWhatTheWordsSay(ConcernKind kind) throws InterruptedException {
    approver.typed("rm a");

    Answer answer = approver.ask(question("rm a", ConcernKind.CONFIRMATION, kind));

    assertThat(answer)
        .isEqualTo(
            switch (kind) {
              case CONFIRMATION, AUTHORITY, REMOVAL, DESTRUCTIVE ->
                  new Answer.TypedConsent("digest");
              case NETWORK, SECRET, CHANGED, HOOK, TAINT, INTENT, OBEYED -> ASKED;
            });
  }

  @Test
  void anotherCommandIsAskedAbout() throws InterruptedException {
    assertThat(approver.ask(question("rm a", ConcernKind.CONFIRMATION))).isEqualTo(ASKED);
    approver.typed("rm a");
    assertThat(approver.ask(question("rm b", ConcernKind.CONFIRMATION))).isEqualTo(ASKED);
    approver.over();
    assertThat(approver.ask(question("rm a", ConcernKind.CONFIRMATION))).isEqualTo(ASKED);
  }

  @Test
  void whereNobodyIsNobodyTyped() throws InterruptedException {
    TypedCommandApprover nobody = new TypedCommandApprover(Approver.nobody());
    nobody.typed("rm a");

    assertThat(nobody.present()).isFalse();
    assertThat(nobody.ask(question("rm a", ConcernKind.CONFIRMATION)))
        .isEqualTo(new Answer.Unavailable());
  }
}
