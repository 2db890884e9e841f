// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.kernel.call;

import dev.writ.kernel.intent.IntentDraft;
import dev.writ.kernel.intent.IntentEditor;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentKind;
import java.util.ArrayList;
import java.util.List;

/// A change of the session's own state, which touches nothing outside.
public sealed interface SessionControl {
  /// Declaring what is about to be done.
  ///
  /// @param intentId may be empty where exactly one intent is active
  record SelectIntent(IntentKind kind, String intentId, String justification)
      implements SessionControl {}

  /// The change in words, a line each; not yet made inert.
  default List<String> words() {
    return switch (this) {
      case ProposeIntent(IntentDraft draft) -> {
        List<String> words = new ArrayList<>();
        words.add("write the draft of an intent to " + IntentFile.PATH);
        words.addAll(IntentEditor.shown(draft).lines().toList());
        words.add("a file that is new makes this project declare intents: from then on nothing is");
        words.add("changed but under one that a person activated");
        yield words;
      }
      case CloseIntent(String id) -> List.of("run the checks of " + id + ", and close it");
      default -> List.of(toString());
    };
  }

  /// Drafting an intent for a person to accept.
  ///
  /// @param draft without an id where it is empty
  record ProposeIntent(IntentDraft draft) implements SessionControl {}

  /// Closing an intent whose checks pass.
  record CloseIntent(String intentId) implements SessionControl {}

  /// Asking the person something.
  ///
  /// @param options answers to choose from; may be empty
  record AskUser(String question, List<String> options) implements SessionControl {
    public AskUser {
      options = List.copyOf(options);
    }
  }

  /// Having rarer tools offered.
  ///
  /// @param query names or words of them; empty for all
  record OfferTools(String query) implements SessionControl {}

  /// Replacing the visible task list.
  record UpdatePlan(List<Step> steps) implements SessionControl {
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
