// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Editable;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.approval.Approver.Section;
import dev.writ.kernel.session.PersonQuestion;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalDialogTest {
  private static final Choices ALL =
      new Choices(
          Optional.of("git push to origin"),
          Optional.of("everything under INT-1"),
          true,
          Optional.of(new Editable("command", "git push")));

  private long now = 0;

  private ApprovalDialog dialog(Choices choices, String text) {
    Question question =
        new Question(
            "abcd",
            List.of("run git push"),
            List.of(new Section("patch of a.txt", text)),
            List.of(),
            "INT-1",
            choices);
    ApprovalDialog dialog = new ApprovalDialog(question, () -> now);
    dialog.frame(79, 24);
    now += 1_000_000_000L;
    return dialog;
  }

  private static boolean press(TerminalDialog dialog, String... keys) {
    boolean done = false;
    for (String key : keys) {
      done = dialog.take(new KeyboardInput.Pressed(KeyPress.named(key)));
      dialog.frame(79, 24);
    }
    return done;
  }

  private static String text(ScreenFrame frame) {
    return frame.lines().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "y, ONCE",
    "1, ONCE",
    "Enter, ONCE",
    "s, SESSION",
    "2, SESSION",
    "p, PROJECT",
    "3, PROJECT",
    "i, INTENT",
    "4, INTENT",
    "Y, ONCE"
  })
  void keysThatAgree(String key, Extent extent) {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, key)).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Yes("abcd", extent));
  }

  @ParameterizedTest
  @CsvSource({"n", "6", "Escape"})
  void keysThatRefuse(String key) {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, key)).isTrue();
    assertThat(dialog.answer()).contains(new Answer.No(""));
    assertThat(dialog.summary())
        .extracting(StyledLine::text)
        .containsExactly("✗ refused  run git push");
  }

  @Test
  void arrowsChooseAndOtherKeysDoNothing() {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "x", "Down", "Ctrl-A", "9", "Enter")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Yes("abcd", Extent.SESSION));
  }

  @Test
  void whatIsNotOfferedCantBeChosen() {
    ApprovalDialog dialog = dialog(Choices.NONE, "");
    assertThat(press(dialog, "s", "p", "i", "e", "3")).isFalse();
    assertThat(press(dialog, "2")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.No(""));
  }

  @Test
  void aReasonIsWrittenBehindNo() {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "Tab", "n", "o", "t", "Escape", "Tab", "l", "a", "t", "e", "Enter"))
        .isTrue();
    assertThat(dialog.answer()).contains(new Answer.No("late"));
  }

  @Test
  void theCallCanBeChanged() {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "e", "!", "Enter")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Edited("git push!"));
  }

  @Test
  void nothingIsAllowedThatWasNotOnTheScreen() {
    ApprovalDialog dialog = dialog(ALL, "+line\n".repeat(60) + "+the end\n");
    assertThat(text(dialog.frame(79, 24)))
        .contains("Read to the end first")
        .doesNotContain("the end\n");
    assertThat(press(dialog, "y")).isFalse();
    assertThat(press(dialog, "Page_down", "Page_down", "Page_down", "Page_down")).isFalse();
    assertThat(text(dialog.frame(79, 24))).contains("+the end").doesNotContain("Read to the end");
    assertThat(press(dialog, "Home", "y")).isTrue();
  }

  @Test
  void noKeyCountsBeforeTheQuestionCouldBeRead() {
    ApprovalDialog dialog = dialog(ALL, "");
    now = 100_000_000L;
    assertThat(press(dialog, "y", "1", "Enter")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"79, 24", "39, 10", "20, 8"})
  void fitsTheScreen(int width, int rows) {
    ApprovalDialog dialog =
        dialog(ALL, "+a long line that doesn't fit ".repeat(10) + "\n+x\n".repeat(40));
    for (String key : List.of("Page_down", "e", "Escape", "Tab")) {
      press(dialog, key);
      ScreenFrame frame = dialog.frame(width, rows);
      assertThat(frame.lines())
          .allSatisfy(line -> assertThat(line.width()).isLessThanOrEqualTo(width));
      assertThat(frame.lines()).hasSizeLessThanOrEqualTo(rows);
      assertThat(frame.row()).isBetween(0, frame.lines().size() - 1);
    }
  }

  @Test
  void theDigestIsShownOnRequest() {
    ApprovalDialog dialog = dialog(ALL, "");
    assertThat(text(dialog.frame(79, 24))).doesNotContain("digest: abcd");
    press(dialog, "d");
    assertThat(text(dialog.frame(79, 24))).contains("digest: abcd");
  }

  @Test
  void aQuestionOfTheModelTakesANumberOrAText() {
    InquiryDialog numbered =
        new InquiryDialog(new PersonQuestion("Which?", List.of("red", "blue")));
    assertThat(text(numbered.frame(79, 24))).contains("? Which?", "1 red", "2 blue");
    assertThat(press(numbered, "2")).isTrue();
    assertThat(numbered.answer()).contains("blue");
    InquiryDialog typed = new InquiryDialog(new PersonQuestion("Which?", List.of("red", "blue")));
    assertThat(press(typed, "x", "2", "Enter")).isTrue();
    assertThat(typed.answer()).contains("x2");
    InquiryDialog arrows = new InquiryDialog(new PersonQuestion("Which?", List.of("red", "blue")));
    assertThat(press(arrows, "Up", "Enter")).isTrue();
    assertThat(arrows.answer()).contains("blue");
  }
}
