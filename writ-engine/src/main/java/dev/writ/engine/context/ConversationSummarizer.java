// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import dev.writ.engine.conversation.ConversationEntry;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.TokenUsage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Writes a summary of a part of a conversation.
@FunctionalInterface
public interface ConversationSummarizer {
  /// Writes nothing: summaries are mechanical.
  ConversationSummarizer NONE = (_, _, _) -> Optional.empty();

  /// A summary and its cost.
  ///
  /// @param microUsd in millionths of a US dollar; empty if that is not known
  record Summary(String text, ModelId model, TokenUsage usage, OptionalLong microUsd) {}

  /// Summarises; empty if that fails, so that a mechanical summary takes its place.
  ///
  /// @param focus what matters most; may be empty
  /// @param maxTokens of the request
  /// @throws IOException if it cannot be determined whether a summary may be requested
  Optional<Summary> summarize(List<ConversationEntry> part, String focus, long maxTokens)
      throws IOException, InterruptedException;
}
