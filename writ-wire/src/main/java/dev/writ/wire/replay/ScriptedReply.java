// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.replay;

import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import java.util.List;

/// A script's reply to one request.
sealed interface ScriptedReply {
  /// An answer; its calls have empty ids where the script gives none.
  record Says(
      String text, String reasoning, List<ToolCall> calls, FinishReason finish, TokenUsage usage)
      implements ScriptedReply {
    public Says {
      calls = List.copyOf(calls);
    }
  }

  /// A failure.
  record Fails(ProviderError trouble) implements ScriptedReply {}
}
