// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.dialog;

import java.util.List;
import java.util.OptionalInt;

/// Lets a person choose one of several things.
@FunctionalInterface
public interface ChoicePrompt {
  /// Asks and waits.
  ///
  /// @return the index of the chosen one; empty where the person wants none
  OptionalInt choose(String question, List<ListedChoice> choices) throws InterruptedException;
}
