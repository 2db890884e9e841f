// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.gate;

import java.util.List;
import java.util.Optional;

/// Whoever can be asked: a front end that shows a question to a person. One that can't ask answers
/// [Answer.Unavailable].
@FunctionalInterface
public interface Approver {
  /// Asks and waits for the answer.
  ///
  /// @throws InterruptedException when the call is aborted meanwhile
  Answer ask(Question question) throws InterruptedException;

  /// Asks what a model wants to know, and waits for the answer.
  ///
  /// @return the answer; nothing where nobody gives one
  /// @throws InterruptedException when the call is aborted meanwhile
  default Optional<String> reply(Inquiry inquiry) throws InterruptedException {
    return Optional.empty();
  }

  /// Whether it is worth asking: whoever isn't there needn't be waited for.
  default boolean present() {
    return true;
  }

  /// Nobody is there.
  static Approver nobody() {
    return new Approver() {
      @Override
      public Answer ask(Question question) {
        return new Answer.Unavailable();
      }

      @Override
      public boolean present() {
        return false;
      }
    };
  }

  /// What a person is asked.
  ///
  /// @param digest what the answer is bound to
  /// @param what the proposal in words, one line per effect, control characters made visible
  /// @param diff what a write would change; may be empty
  /// @param reasons why it asks
  /// @param intent under which intent, for display
  record Question(
      String digest, List<String> what, String diff, List<String> reasons, String intent) {
    public Question {
      what = List.copyOf(what);
      reasons = List.copyOf(reasons);
    }
  }

  /// The answer.
  sealed interface Answer {
    /// Yes, to exactly the proposal with this digest.
    record Yes(String digest) implements Answer {}

    /// No, with a reason that the model gets; may be empty.
    record No(String reason) implements Answer {}

    /// There is nobody to ask.
    record Unavailable() implements Answer {}
  }
}
