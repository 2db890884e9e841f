// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
package dev.writ.engine.model;

import dev.writ.kernel.call.ToolCall;
import java.util.List;

/// One message of the view that a model gets. Every call of an [Assistant] message is answered by
/// exactly one [Answer] before the next user or assistant message.
public sealed interface Message {
  /// What the person (or Writ on the person's behalf) says.
  record User(String text) implements Message {}

  /// What the model said, with the calls it made.
  ///
  /// @param reasoning reasoning text, replayed only to the provider that made it; may be empty
  record Assistant(String text, String reasoning, List<ToolCall> calls) implements Message {
    public Assistant {
      calls = List.copyOf(calls);
    }
  }

  /// The result of one call.
  record Answer(String callId, String tool, String content, boolean success) implements Message {}
}
