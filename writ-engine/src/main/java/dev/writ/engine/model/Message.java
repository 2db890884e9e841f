// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
package dev.writ.engine.model;

import dev.writ.kernel.call.ToolCall;
import java.util.ArrayList;
import java.util.List;

/// One message of the view that a model gets. Every call of an [Assistant] message is answered by
/// exactly one [CallResult] before the next user or assistant message.
public sealed interface Message {
  /// A message of the person (or of Writ on the person's behalf).
  ///
  /// @param images the attached images; only for models that read images
  record User(String text, List<PersonImage> images) implements Message {
    public User {
      images = List.copyOf(images);
    }

    /// A message without images.
    public User(String text) {
      this(text, List.of());
    }
  }

  /// An answer of the model, with its calls.
  ///
  /// @param reasoning replayed only to the provider that made it
  record Assistant(String text, List<ReasoningBlock> reasoning, List<ToolCall> calls)
      implements Message {
    public Assistant {
      reasoning = List.copyOf(reasoning);
      calls = List.copyOf(calls);
    }

    /// The readable reasoning; may be empty.
    public String reasoningText() {
      return ReasoningBlock.joined(reasoning);
    }

    /// The reasoning that this provider made.
    public List<ReasoningBlock> reasoningOf(String provider) {
      List<ReasoningBlock> own = new ArrayList<>();
      for (ReasoningBlock block : reasoning) {
        if (block.provider().equals(provider)) {
          own.add(block);
        }
      }
      return own;
    }
  }

  /// The result of one call.
  record CallResult(String callId, String tool, String content, boolean success)
      implements Message {}
}
