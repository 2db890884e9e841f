// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.terminal.dialog.ApprovalDialog;
import dev.writ.app.terminal.dialog.ChoiceDialog;
import dev.writ.app.terminal.dialog.ListedChoice;
import dev.writ.app.terminal.dialog.PendingDialog;
import dev.writ.app.terminal.dialog.QuestionQueue;
import dev.writ.app.terminal.dialog.TerminalDialog;
import dev.writ.app.terminal.editor.CompletionSource;
import dev.writ.app.terminal.editor.KeyBindings;
import dev.writ.app.terminal.editor.KeyTable;
import dev.writ.app.terminal.editor.MessageHistory;
import dev.writ.app.terminal.input.KeyPress;
import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.kernel.approval.Approver.Act;
import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Choices;
import dev.writ.kernel.approval.Approver.Question;
import dev.writ.testkit.TemporaryWorkspace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a person types when a question appears belongs to their message, and answers nothing.
class QuestionQueueTest {
  private static final long LONG_NANOS = 9_000_000_000L;

  private final TemporaryWorkspace home = TemporaryWorkspace.empty();
  private final MessageHistory history =
      MessageHistory.open(home.path("history.jsonl"), text -> text);
  private final MessageComposer composer =
      new MessageComposer(
          new KeyTable(KeyBindings.USUAL),
          new ComposerSetup(
              history,
              new CompletionSource(Map.of(), List::of),
              KeyBindings.USUAL,
              text -> text.equals("/tmp/a.png") ? "@a.png " : text));
  private final QuestionQueue questions = new QuestionQueue();
  private long now;

  @AfterEach
  void close() {
    history.close();
    home.close();
  }

  private ApprovalDialog ask(String digest) {
    Act act = new Act(List.of("run rm " + digest));
    Question question = new Question(digest, act, List.of(), List.of(), "I", Choices.NONE);
    ApprovalDialog dialog = new ApprovalDialog(question, KeyBindings.USUAL, () -> now);
    add(dialog);
    return dialog;
  }

  private void add(TerminalDialog dialog) {
    questions.add(new PendingDialog(dialog));
  }

  private void type(String... keys) {
    for (String key : keys) {
      var _ = questions.take(new KeyboardInput.Pressed(KeyPress.named(key)), composer::goOn);
    }
  }

  private void show() {
    var _ = questions.frame(79, 24, false);
    now += LONG_NANOS;
  }

  @Test
  void aKeyForAQuestionDoesNotAnswerTheOneBehindIt() {
    ApprovalDialog first = ask("a");
    ApprovalDialog second = ask("b");
    show();
    type("y", "y", "n");
    assertThat(first.answer()).contains(new Answer.Yes("a"));
    assertThat(second.answer()).isEmpty();
    assertThat(composer.message()).isEqualTo("yn");
    show();
    type("n");
    assertThat(second.answer()).contains(new Answer.No(""));
    assertThat(questions.isEmpty()).isTrue();
  }

  /// The question waited while another program had the terminal.
  @Test
  void aQuestionThatIsNotOnTheScreenTakesNoKey() {
    ApprovalDialog dialog = ask("a");
    now += LONG_NANOS;
    type("n", "Escape", "y");
    assertThat(dialog.answer()).isEmpty();
    assertThat(composer.message()).isEqualTo("ny");
  }

  @Test
  void theMessageIsEditedAsBeforeAndNothingOfItIsSentOrLost() {
    ApprovalDialog dialog = ask("a");
    type("?", "a", "b", "x", "Backspace", "Enter", "Left", "Left", "c", "Tab", "Escape", "?");
    assertThat(composer.message()).isEqualTo("?c?ab");
    show();
    var _ = questions.take(new KeyboardInput.Pasted("pasted"), composer::goOn);
    assertThat(composer.message()).isEqualTo("?c?pastedab");
    assertThat(dialog.answer()).isEmpty();
    type("y");
    assertThat(dialog.answer()).contains(new Answer.Yes("a"));
    assertThat(history.messages()).isEmpty();
  }

  @Test
  void thePathOfAnImageThatIsPastedIsAttached() {
    composer.paste("see ");
    composer.paste("/tmp/a.png");
    assertThat(composer.message()).isEqualTo("see @a.png ");
  }

  @Test
  void aListThatIsNotShownYetChoosesNothing() {
    ChoiceDialog list =
        new ChoiceDialog("Which?", List.of(ListedChoice.of("one"), ListedChoice.of("two")));
    add(list);
    type("t", "Enter");
    assertThat(list.answer()).isEmpty();
    assertThat(composer.message()).isEqualTo("t");
    show();
    type("t", "w", "Enter");
    assertThat(list.answer()).hasValue(1);
  }
}
