// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookReply;

/// How the run of a hook ended.
sealed interface HookOutcome {
  /// The hook.
  Hook hook();

  /// It answered; a denial is an answer.
  record AnsweredHook(Hook hook, HookReply reply) implements HookOutcome {}

  /// It gave no answer.
  ///
  /// @param detail the event, escaped for display
  record FailedHook(Hook hook, NoAnswerCause cause, String detail) implements HookOutcome {
    String message() {
      return "The hook %s %s%s"
          .formatted(hook.title(), cause.words, detail.isEmpty() ? "" : ": " + detail);
    }
  }

  /// The reason why there is no answer.
  enum NoAnswerCause {
    MISSING("is missing"),
    UNCONFIRMED("differs from what a person confirmed"),
    TIMED_OUT("took too long and was ended"),
    SIGNAL("was ended by a signal"),
    STATUS("failed"),
    GARBAGE("gave an answer that cannot be read"),
    REFUSED("may not be run"),
    NOT_STARTED("could not be started"),
    NOT_RECORDED("cannot be recorded, so it was not run");

    private final String words;

    NoAnswerCause(String words) {
      this.words = words;
    }
  }
}
