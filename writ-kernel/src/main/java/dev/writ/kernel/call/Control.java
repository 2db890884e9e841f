// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.kernel.call;

import dev.writ.kernel.intent.IntentKind;
import java.util.List;

/// A change of the session's own state, which touches nothing outside.
public sealed interface Control {
  /// Declaring what is about to be done.
  ///
  /// @param intentId may be empty where exactly one intent is active
  record SelectIntent(IntentKind kind, String intentId, String justification) implements Control {}

  /// Replacing the visible task list.
  record UpdatePlan(List<Step> steps) implements Control {
    public UpdatePlan {
      steps = List.copyOf(steps);
    }
  }

  /// One step of the task list.
  record Step(String text, Progress progress) {}

  /// How far a step is.
  enum Progress {
    /// Not begun.
    PENDING,
    /// Being worked on.
    IN_PROGRESS,
    /// Finished.
    DONE
  }
}
