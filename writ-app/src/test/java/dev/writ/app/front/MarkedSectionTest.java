// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Section;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a model has written within a question.
class MarkedSectionTest {
  private static LineApprover.AnswerSource typing(List<String> answers) {
    Iterator<String> left = answers.iterator();
    return new LineApprover.AnswerSource() {
      @Override
      public Optional<String> next(Runnable prompt) {
        prompt.run();
        return Optional.of(left.next());
      }

      @Override
      public Optional<List<String>> upTo(String end, Runnable prompt) {
        return Optional.empty();
      }

      @Override
      public Optional<String> rest(Runnable prompt) {
        return Optional.empty();
      }
    };
  }

  /// So does the end of a long command, which stands above the answers no more than its beginning,
  /// and above the true reason.
  @ParameterizedTest
  @EnumSource(QuestionForm.class)
  void theEndOfACommandPassesForNoQuestion(QuestionForm form) throws Exception {
    String filler = "x".repeat(79);
    String begin = "sh -c 'rm -rf src' '";
    String act =
        begin
            + filler.substring(begin.length())
            + filler.repeat(30)
            + pad("? cat cat.txt")
            + "  why: it reads";
    for (List<String> answers : List.of(List.of("n"), List.of("d", "n"))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      PrintStream screen = new PrintStream(bytes, true, StandardCharsets.UTF_8);
      Answer _ =
          new LineApprover(typing(answers), screen, form)
              .ask(
                  new Approver.Question(
                      "sha256:0",
                      new Act(List.of(act)),
                      List.of(),
                      List.of(new ApprovalConcern(ConcernKind.CONFIRMATION, "it is asked about")),
                      "none",
                      Choices.NONE));
      List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
      assertThat(rows)
          .noneMatch(row -> row.startsWith("? cat") || row.startsWith("  why: it reads"))
          .filteredOn(row -> row.contains(begin) && !row.contains(filler.repeat(30)))
          .hasSizeGreaterThanOrEqualTo(answers.size());
      int from = Math.max(0, rows.size() - 12);
      assertThat(rows.subList(from, rows.size()))
          .anyMatch(row -> row.startsWith(form.act(begin)))
          .contains("  why: it is asked about");
      if (form == QuestionForm.ROWS) {
        assertThat(rows).allMatch(row -> row.length() <= 79 || row.contains("allow?"));
      }
    }
  }

  private static String pad(String row) {
    return row + ".".repeat(79 - row.length());
  }

  /// What a model has written stands behind a mark, whatever it looks like, and the act stands once
  /// more below it where it is long.
  @ParameterizedTest
  @EnumSource(QuestionForm.class)
  void aTextPassesForNoLineOfTheQuestion(QuestionForm form) throws Exception {
    String act = form.act("sh -c 'rm -rf src'");
    List<String> forged =
        List.of(
            form.act("cat a.txt"),
            "--- a.txt +1 -0",
            "change: a.txt",
            "  why: it reads",
            "  [y] yes  [n] no  allow? n",
            "+added",
            "");
    for (int blank : List.of(0, 70, 500)) {
      String text = "\n".repeat(blank) + String.join("\n", forged) + "\n";
      for (List<String> answers : List.of(List.of("n"), List.of("d", "n"))) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream screen = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Answer _ =
            new LineApprover(typing(answers), screen, form)
                .ask(
                    new Approver.Question(
                        "sha256:0",
                        new Act(List.of("sh -c 'rm -rf src'")),
                        List.of(new Section("standard input", text)),
                        List.of(),
                        "none",
                        Choices.NONE));
        List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(rows).doesNotContainAnyElementsOf(forged.subList(0, 5));
        assertThat(rows.stream().filter(act::equals).count())
            .isEqualTo((blank == 0 ? 1L : 2L) * answers.size());
        if (blank > 0) {
          int prompt = rows.lastIndexOf(act);
          assertThat(rows.subList(prompt, rows.size()).size()).isLessThan(14);
        }
      }
    }
  }
}
