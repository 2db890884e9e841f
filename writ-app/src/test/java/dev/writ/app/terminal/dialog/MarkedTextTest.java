// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.screen.StyledLine;
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
              .lines(width, /* details= */ false).stream()
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
}
