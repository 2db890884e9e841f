// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.EditorAction;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.KeyBindings.EditingStyle;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Editable;
import dev.writ.kernel.approval.Approver.Extent;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.kernel.approval.Approver.Section;
import dev.writ.kernel.session.PersonQuestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApprovalDialogTest {
  static final Choices ALL =
      new Choices(
          Optional.empty(),
          Optional.of("all git push"),
          Optional.of("everything that can be undone"),
          true,
          Optional.of(new Editable("command", "git push")));

  private static final KeyboardInput Y = new KeyboardInput.Pressed(KeyPress.named("y"));

  private KeyBindings keys = KeyBindings.USUAL;
  private long now = 0;

  static Question question(Choices choices, String text) {
    return new Question(
        "abcd",
        new Act(
            List.of("git push origin main"),
            List.of("reaches github.com", "not all of it can be undone"),
            List.of("run in .", "  git", "  push")),
        text.isEmpty() ? List.of() : List.of(new Section("patch of a.txt", text)),
        List.of(new ApprovalConcern(ConcernKind.DESTRUCTIVE, "git push: changes the remote")),
        "INT-1",
        choices);
  }

  private ApprovalDialog dialog(Choices choices, String text) {
    ApprovalDialog dialog = new ApprovalDialog(question(choices, text), keys, () -> now);
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
    "Enter, ONCE",
    "a, INTENT",
    "i, INTENT",
    "s, SESSION",
    "p, PROJECT",
    "Y, ONCE"
  })
  void keysThatAgree(String key, Extent extent) {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, key)).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Yes("abcd", extent));
    assertThat(dialog.summary()).isEmpty(); // the call's own line says it
  }

  /// Enter gives the answer by which nothing counts that a person hasn't seen.
  @ParameterizedTest
  @CsvSource({"Enter, SHOWN", "v, SHOWN", "y, ONCE", "Up Enter, ONCE", "c x Enter, ONCE"})
  void enterRunsItAndShowsItsChangesWhereThatIsOffered(String keys, Extent extent) {
    Choices choices =
        new Choices(
            Optional.of("run, then show the changes"),
            Optional.empty(),
            Optional.of("everything that can be undone"),
            false,
            Optional.empty());
    ApprovalDialog dialog = dialog(choices, "");
    assertThat(text(dialog.frame(79, 24)))
        .contains("[y] yes  [v] this task: run, then show the changes (Enter)");
    assertThat(press(dialog, keys.split(" ", -1))).isTrue();
    assertThat(dialog.answer())
        .get()
        .isEqualTo(new Answer.Yes("abcd", extent, keys.startsWith("c") ? "x" : ""));
  }

  @ParameterizedTest
  @CsvSource({"n", "N", "Escape"})
  void keysThatRefuse(String key) {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, key)).isTrue();
    assertThat(dialog.answer()).contains(new Answer.No(""));
    assertThat(dialog.summary()).isEmpty(); // the call's own line says it
  }

  @Test
  void arrowsChooseAndOtherKeysDoNothing() {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "x", "Down", "Ctrl-A", "9", "0", "Enter")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Yes("abcd", Extent.INTENT));
  }

  @Test
  void detailsLeaveTheChosenAnswerWhereItIs() {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "d")).isFalse();
    assertThat(text(dialog.frame(79, 40))).contains("digest", "[y] yes (Enter)");
    assertThat(press(dialog, "Enter")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Yes("abcd", Extent.ONCE));
  }

  @Test
  void whatIsNotOfferedCantBeChosen() {
    ApprovalDialog dialog = dialog(Choices.NONE, "");
    assertThat(press(dialog, "s", "p", "i", "a", "e", "9")).isFalse();
    assertThat(press(dialog, "n")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.No(""));
  }

  @Test
  void aReasonIsWrittenBehindNo() {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "r", "n", "o", "t", "Escape", "r", "l", "a", "t", "e", "Enter"))
        .isTrue();
    assertThat(dialog.answer()).contains(new Answer.No("late"));
  }

  @ParameterizedTest
  @CsvSource({"c, ONCE", "Tab, ONCE", "Down Tab, INTENT"})
  void aCommentTravelsWithAYes(String keys, Extent extent) {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, (keys + " s o o n Enter").split(" ", -1))).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Yes("abcd", extent, "soon"));
    assertThat(dialog.summary().getFirst().text()).endsWith(": soon  git push origin main");
  }

  @ParameterizedTest
  @CsvSource({"79, 24, 6", "39, 10, 10"})
  void aCommandIsAQuestionOfAFewLines(int width, int rows, int most) {
    List<String> lines = text(dialog(ALL, "").frame(width, rows)).lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(most);
    assertThat(lines.getFirst()).isEqualTo("? git push origin main");
    assertThat(String.join("\n", lines))
        .contains("why: git push: changes the remote", "reaches github.com", "[y]", "yes");
  }

  @Test
  void theAnswersStandInTheOrderOfTheirWidth() {
    assertThat(text(dialog(ALL, "").frame(79, 24)))
        .endsWith(
            """
              [y] yes (Enter)  [a] this task: everything that can be undone
              [s] this session: all git push  [p] this project: the same  [e] edit
              [n] no (Esc)  [r] no, with a reason  [d] details\
            """);
  }

  @Test
  void theKeysBesidesTheLettersStandWithTheAnswersThatTheyGive() {
    ApprovalDialog dialog = dialog(ALL, "");
    press(dialog, "Down");
    assertThat(text(dialog.frame(79, 24)))
        .contains("[y] yes  [a] this task: everything that can be undone (Enter)");
    press(dialog, "Up", "Up", "Up", "Up");
    assertThat(text(dialog.frame(79, 24))).contains("[n] no (Enter, Esc)");
    press(dialog, "Down");
    assertThat(press(dialog, "Enter", "l", "a", "t", "e", "Enter")).isTrue();
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
    assertThat(text(dialog.frame(39, 10))).contains("\n  lines 1 to 6 of 67; Ctrl-O: all\n");
    assertThat(press(dialog, "y")).isFalse();
    assertThat(press(dialog, "Page_down", "Page_down", "Page_down", "Page_down")).isFalse();
    assertThat(text(dialog.frame(79, 24))).contains("+the end").doesNotContain("Read to the end");
    assertThat(press(dialog, "Home", "y")).isTrue();
  }

  @Test
  void noKeyCountsBeforeTheQuestionCouldBeRead() {
    List<Supplier<TerminalDialog>> kinds =
        List.of(() -> new ApprovalDialog(question(ALL, ""), keys, () -> now), this::inquiry);
    for (Supplier<TerminalDialog> kind : kinds) {
      TerminalDialog dialog = kind.get();
      now += 9_000_000_000L;
      assertThat(dialog.takes(Y)).as("it is not on the screen yet").isFalse();
      now += 9_000_000_000L;
      dialog.frame(79, 24);
      now += 299_000_000L;
      assertThat(dialog.takes(Y)).isFalse();
      dialog.frame(79, 24);
      now += 299_000_000L; // a person who goes on typing answers nothing
      assertThat(dialog.takes(Y)).isFalse();
      now += 300_000_000L;
      assertThat(dialog.takes(Y)).isTrue();
      now += 1;
      assertThat(dialog.takes(Y)).isTrue();
    }
  }

  @Test
  void aPastedTextIsNoAnswerButATextOfOne() {
    KeyboardInput pasted = new KeyboardInput.Pasted("why not");
    ApprovalDialog dialog = dialog(ALL, "");
    assertThat(dialog.takes(pasted)).isFalse();
    press(dialog, "r");
    assertThat(dialog.takes(pasted)).isTrue();
    assertThat(dialog.take(pasted)).isFalse();
    assertThat(press(dialog, "Enter")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.No("why not"));
  }

  /// A key of the editor means nothing else here.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Alt-Enter",
        "Ctrl-Enter",
        "Shift-Enter",
        "Ctrl-J",
        "Shift-Tab",
        "Alt-Y",
        "Ctrl-A",
        "?"
      })
  void keysThatAnswerNothing(String key) {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    String before = text(dialog.frame(79, 24));
    assertThat(press(dialog, key)).isFalse();
    assertThat(text(dialog.frame(79, 24))).isEqualTo(before);
  }

  @Test
  void aTextOfAnAnswerIsEditedAsAMessageIs() {
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "r", "a", "b", "Left", "Ctrl-D", "\\", "Enter", "c", "Alt-Enter", "d"))
        .isFalse();
    assertThat(press(dialog, "Enter")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.No("a\nc\nd"));
    InquiryDialog typed = inquiry();
    assertThat(press(typed, "x", "\\", "Enter")).isFalse();
    assertThat(press(typed, "Enter")).isTrue();
    assertThat(typed.answer()).contains("x\n");
    InquiryDialog chosen = inquiry();
    assertThat(press(chosen, "Ctrl-N", "Ctrl-P", "Ctrl-N", "Enter")).isTrue();
    assertThat(chosen.answer()).contains("blue");
  }

  @Test
  void aDigitMeansTheAnswerInThatPlace() {
    ApprovalDialog first = dialog(ALL, "");
    assertThat(press(first, "1")).isTrue();
    assertThat(first.answer()).contains(new Answer.Yes("abcd", Extent.ONCE));
    ApprovalDialog third = dialog(ALL, "");
    assertThat(press(third, "9", "0", "3")).isTrue();
    assertThat(third.answer()).contains(new Answer.Yes("abcd", Extent.SESSION));
  }

  /// Where the words of all answers have no room, their keys have, and the words of the chosen one.
  @Test
  void aSmallScreenHasTheKeysOfAllAnswers() {
    ApprovalDialog dialog = dialog(ALL, "");
    assertThat(text(dialog.frame(39, 9)))
        .endsWith("  [y] [a] [s] [p] [e] [n] [r] [d]\n  yes (Enter)");
    assertThat(press(dialog, "Down")).isFalse();
    assertThat(text(dialog.frame(39, 9)))
        .endsWith(
            "  [y] [a] [s] [p] [e] [n] [r] [d]\n  this task: everything that can be\n"
                + "  undone (Enter)");
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
    assertThat(text(dialog.frame(79, 24))).contains("digest: abcd", "intent: INT-1");
  }

  private InquiryDialog inquiry() {
    return new InquiryDialog(new PersonQuestion("Which?", List.of("red", "blue")), keys, () -> now);
  }

  @Test
  void aPersonsOwnKeysEditAnswers() {
    keys =
        new KeyBindings(
            EditingStyle.EMACS,
            Map.of(KeyPress.named("Ctrl-T"), Optional.of(EditorAction.TEXT_START)));
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "r", "b", "Ctrl-T", "a", "Enter")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.No("ab"));
    InquiryDialog typed = inquiry();
    assertThat(press(typed, "y", "Ctrl-T", "x", "Enter")).isTrue();
    assertThat(typed.answer()).contains("xy");
  }

  @Test
  void vimKeysEditAnswersAndASecondEscapeLeadsBack() {
    keys = new KeyBindings(EditingStyle.VIM, Map.of());
    ApprovalDialog dialog = dialog(ALL, "+one\n");
    assertThat(press(dialog, "r", "b", "Escape")).isFalse();
    assertThat(text(dialog.frame(79, 24))).contains("No, because", ": b");
    assertThat(press(dialog, "0", "i", "a", "Enter")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.No("ab"));
    ApprovalDialog back = dialog(ALL, "+one\n");
    assertThat(press(back, "r", "b", "Escape", "Escape")).isFalse();
    assertThat(text(back.frame(79, 24))).doesNotContain("No, because");
    InquiryDialog typed = inquiry();
    assertThat(press(typed, "y", "Escape", "i", "x", "Enter")).isTrue();
    assertThat(typed.answer()).contains("xy");
  }

  @Test
  void aQuestionOfTheModelTakesANumberOrAText() {
    InquiryDialog numbered = inquiry();
    assertThat(text(numbered.frame(79, 24))).contains("? Which?", "1 red", "2 blue");
    assertThat(press(numbered, "2")).isTrue();
    assertThat(numbered.answer()).contains("blue");
    InquiryDialog typed = inquiry();
    assertThat(press(typed, "x", "2", "Enter")).isTrue();
    assertThat(typed.answer()).contains("x2");
    InquiryDialog arrows = inquiry();
    assertThat(press(arrows, "Up", "Enter")).isTrue();
    assertThat(arrows.answer()).contains("blue");
  }
}
