// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.terminal.dialog;

import dev.writ.app.terminal.input.KeyboardInput;
import dev.writ.app.terminal.pager.FullScreenView;
import dev.writ.app.terminal.screen.ScreenFrame;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.TextRole;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The questions to the person: the first one stands and takes the keys, the others wait.
public final class QuestionQueue {
  /// So many questions are named that wait behind the one that stands.
  private static final int MOST_OTHERS = 3;

  private final Deque<PendingDialog> questions = new ArrayDeque<>();

  /// Whether nothing is asked.
  public boolean isEmpty() {
    return questions.isEmpty();
  }

  /// A question stands, or waits behind the others.
  public void add(PendingDialog question) {
    questions.add(question);
  }

  /// A question needs no answer any more.
  public void remove(PendingDialog question) {
    questions.remove(question);
  }

  /// Closes all of them without an answer.
  public void closeAll() {
    questions.forEach(question -> question.close(false));
    questions.clear();
  }

  /// Takes what was typed while a question stands.
  ///
  /// @param before takes what is not for the question: what a person goes on typing when it appears
  /// @return the lines that stay on the screen, once the question is answered
  public Optional<List<StyledLine>> take(KeyboardInput input, Consumer<KeyboardInput> before) {
    PendingDialog question = questions.getFirst();
    if (!question.dialog().takes(input)) {
      before.accept(input);
    } else if (question.dialog().take(input)) {
      questions.remove(question);
      question.close(true);
      return Optional.of(question.dialog().summary());
    }
    return Optional.empty();
  }

  /// What the question that stands leaves above itself; once.
  public List<StyledLine> takePrinted(int width) {
    return questions.isEmpty() ? List.of() : questions.getFirst().dialog().takePrinted(width);
  }

  /// What the question that stands shows on the whole screen, while it does.
  public Optional<FullScreenView> whole() {
    return questions.isEmpty() ? Optional.empty() : questions.getFirst().dialog().whole();
  }

  /// The question that stands, and those that wait behind it.
  ///
  /// @param apart whether a blank line sets it apart from the lines above
  public ScreenFrame frame(int width, int rows, boolean apart) {
    TerminalDialog question = questions.getFirst().dialog();
    List<StyledLine> others = new ArrayList<>();
    questions.stream()
        .skip(1)
        .limit(MOST_OTHERS)
        .map(other -> StyledLine.of(TextRole.DIM, "  then: " + other.dialog().subject()).cut(width))
        .forEach(others::add);
    ScreenFrame frame = question.frame(width, rows - others.size() - (apart ? 2 : 1)).above(others);
    return apart ? frame.below(StyledLine.EMPTY) : frame;
  }
}
