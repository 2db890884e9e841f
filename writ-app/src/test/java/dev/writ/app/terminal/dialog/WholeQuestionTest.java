// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Extent;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// All of a question on the whole screen.
class WholeQuestionTest {
  private long now = 0;

  private ApprovalDialog dialog(String text) {
    ApprovalDialog dialog =
        new ApprovalDialog(
            ApprovalDialogTest.question(ApprovalDialogTest.ALL, text),
            KeyBindings.USUAL,
            () -> now);
    dialog.frame(79, 24);
    now += 1_000_000_000L;
    return dialog;
  }

  private static String text(ScreenFrame frame) {
    return frame.lines().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
  }

  private static boolean press(ApprovalDialog dialog, String key) {
    return dialog.take(new KeyboardInput.Pressed(KeyPress.named(key)));
  }

  private static String whole(ApprovalDialog dialog) {
    return dialog.whole().map(view -> text(view.frame(79, 12))).orElse("");
  }

  private static boolean pressInView(ApprovalDialog dialog, String... keys) {
    boolean done = false;
    for (String key : keys) {
      done = dialog.take(new KeyboardInput.Pressed(KeyPress.named(key)));
      whole(dialog);
    }
    return done;
  }

  @Test
  void allOfItIsReadAndAnsweredOnTheWholeScreen() {
    ApprovalDialog dialog = dialog("+line\n".repeat(30) + "+the end\n");
    assertThat(dialog.whole()).isEmpty();
    assertThat(pressInView(dialog, "Ctrl-O")).isFalse();
    assertThat(whole(dialog))
        .contains("? git push origin main", "digest: abcd", "lines 1–", "part 1 of 2", "[y] yes")
        .doesNotContain("the end", "(Enter)", "(Esc)");
    assertThat(pressInView(dialog, "y")).as("the end was not on the screen").isFalse();
    assertThat(pressInView(dialog, "Home", "a", "d", "G", "g")).isFalse();
    assertThat(pressInView(dialog, "y")).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Yes("abcd", Extent.ONCE));
  }

  /// Letters and numbers answer there, too, and a comment can be added.
  @ParameterizedTest
  @CsvSource({
    "y, ONCE, ''",
    "1, ONCE, ''",
    "a, INTENT, ''",
    "2, INTENT, ''",
    "i, INTENT, ''",
    "3, SESSION, ''",
    "c o k Enter, ONCE, ok",
    "Tab o k Enter, ONCE, ok",
  })
  void answersOnTheWholeScreen(String keys, Extent extent, String comment) {
    ApprovalDialog dialog = dialog("+one\n");
    pressInView(dialog, "Ctrl-O", "8", "0"); // the eighth are the details, which are shown there
    assertThat(dialog.whole()).isPresent();
    assertThat(pressInView(dialog, keys.split(" ", -1))).isTrue();
    assertThat(dialog.answer()).contains(new Answer.Yes("abcd", extent, comment));
  }

  @Test
  void aCommentOnTheWholeScreenWaitsForTheEnd() {
    ApprovalDialog dialog = dialog("+line\n".repeat(30) + "+the end\n");
    pressInView(dialog, "Ctrl-O", "c");
    assertThat(whole(dialog)).contains("+line").doesNotContain("? git push");
    pressInView(dialog, "G", "/", "Tab", "c");
    assertThat(text(dialog.frame(79, 24))).contains("Yes, and");
  }

  @Test
  void allOfItIsPrintedOnce() {
    ApprovalDialog dialog = dialog("+line\n".repeat(30) + "+the end\n");
    assertThat(dialog.takePrinted(79)).isEmpty();
    pressInView(dialog, "Ctrl-O", "[");
    assertThat(dialog.whole()).isEmpty();
    assertThat(dialog.takePrinted(79))
        .extracting(StyledLine::text)
        .contains("? git push origin main", "│ +the end");
    assertThat(dialog.takePrinted(79)).isEmpty();
    assertThat(press(dialog, "y")).as("it was printed, not read").isFalse();
  }

  /// `n` goes to the next place only where something is searched for.
  @Test
  void lettersOfASearchOnTheWholeScreenAnswerNothing() {
    ApprovalDialog dialog = dialog("+line\n".repeat(30) + "+yes\n");
    assertThat(pressInView(dialog, "Ctrl-O", "/", "y", "e", "s", "n", "Backspace", "Enter", "n"))
        .isFalse();
    assertThat(whole(dialog)).contains("+yes");
    assertThat(pressInView(dialog, "q")).isFalse();
    assertThat(dialog.whole()).isEmpty();
    assertThat(pressInView(dialog, "Ctrl-O", "r")).isFalse();
    assertThat(dialog.whole()).isEmpty();
    assertThat(text(dialog.frame(79, 24))).contains("No, because");
    ApprovalDialog refused = dialog("+line\n".repeat(30));
    assertThat(pressInView(refused, "Ctrl-O", "n")).isTrue();
    assertThat(refused.answer()).contains(new Answer.No(""));
  }
}
