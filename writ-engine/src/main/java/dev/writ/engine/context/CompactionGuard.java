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

  /// Why it should not happen; empty where it may.
  ///
  /// @param trigger `manual` or `auto`
  /// @param focus what the person wants kept; may be empty
  Optional<ToolError> objection(String trigger, String focus)
      throws IOException, InterruptedException;
}
