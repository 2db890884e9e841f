// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.engine.context;

import dev.writ.base.value.ToolError;
import java.io.IOException;
import java.util.Optional;

/// Asked before a conversation is condensed.
@FunctionalInterface
public interface CompactionGuard {
  /// Never objects.
  CompactionGuard NONE = (_, _) -> Optional.empty();

  /// The objection to a condensation; empty if it may happen.
  ///
  /// @param trigger `manual` or `auto`
  /// @param focus what the summary should keep; may be empty
  Optional<ToolError> objection(String trigger, String focus)
      throws IOException, InterruptedException;
}
