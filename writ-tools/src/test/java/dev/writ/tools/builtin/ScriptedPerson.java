// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.tools.builtin;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.policy.ExecutionMode;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// A person at a door who answers each question by the next of a list of answers, and refuses when
/// there is none.
public final class ScriptedPerson implements Approver {
  public final List<Question> questions = new ArrayList<>();
  public final Deque<Function<Question, Answer>> answers = new ArrayDeque<>();

  /// A yes to the question.
  public static Function<Question, Answer> yes(Extent extent) {
    return question -> new Answer.Yes(question.digest(), extent);
  }

  @Override
  public Answer ask(Question question) {
    questions.add(question);
    return answers.isEmpty()
        ? new Answer.No("not expected")
        : answers.removeFirst().apply(question);
  }

  /// A door of an interactive session with this person.
  public Door door(Path directory, Consumer<Door.Setup> otherwise) {
    return Door.in(
        directory,
        setup -> {
          setup.execution = ExecutionMode.INTERACTIVE;
          setup.approver = this;
          otherwise.accept(setup);
        });
  }
}
