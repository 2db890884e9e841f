// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Question;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What a model has written within a question on the screen.
class MarkedTextTest {
  /// What a model has written stands behind a mark, and below a long text stands the act.
  @Test
  void aTextPassesForNoLineOfTheQuestion() {
    for (int width : List.of(40, 79, 140)) {
      String forged = "? cat a.txt\n  why: it reads a file\n─── b.txt +1 -0\n+" + "x ".repeat(200);
      String all =
          new QuestionText(
                  ApprovalDialogTest.question(ApprovalDialogTest.ALL, "\n".repeat(20) + forged))
              .lines(width, /* details= */ false, /* page= */ 15).stream()
                  .map(StyledLine::text)
                  .collect(Collectors.joining("\n"));
      assertThat(all.lines().filter(line -> line.matches("[?─].*|  why: .*")))
          .containsExactly(
              "? git push origin main",
              "─── patch of a.txt",
              "? git push origin main",
              "  why: git push: changes the remote");
      assertThat(all.lines().filter(line -> line.contains("x x")))
          .allMatch(line -> line.startsWith("│ ") && line.length() <= width);
    }
  }

  /// So does the end of a long command, whatever its rows begin with, and the page on which a yes
  /// counts shows what is agreed to.
  @Test
  void theEndOfACommandPassesForNoQuestion() {
    for (int width : List.of(40, 79, 140)) {
      String filler = "x".repeat(width - 2) + " ";
      String act = "sh -c 'rm -rf src' '" + filler.repeat(30) + "? cat a.txt  why: it reads'";
      Question question =
          new Question(
              "sha256:0",
              new Act(List.of(act)),
              List.of(),
              List.of(new ApprovalConcern(ConcernKind.CONFIRMATION, "it is asked about")),
              "none",
              Choices.NONE);
      for (boolean details : List.of(false, true)) {
        List<String> all =
            new QuestionText(question)
                .lines(width, details, /* page= */ 10).stream().map(StyledLine::text).toList();
        assertThat(all)
            .filteredOn(line -> !line.startsWith("  ┆ "))
            .filteredOn(line -> line.matches("\\? .*|  why: .*"))
            .containsExactly(all.getFirst(), all.getFirst(), "  why: it is asked about");
        assertThat(all.subList(all.size() - 8, all.size())).contains(all.getFirst());
      }
    }
  }
}
