// Implements: docs/spec/02-architecture.md §2.5 (Engine)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import java.time.Duration;

/// All events that a client receives from a session. Texts from models and tools are untrusted: the
/// client escapes them for display.
public sealed interface SessionEvent {
  /// Something streams in.
  record Streaming(AnswerDelta delta) implements SessionEvent {}

  /// The streamed text is void: the request failed and is sent again after a pause.
  record Retrying(ModelReply.ProviderError trouble, int attempt, Duration pause)
      implements SessionEvent {}

  /// The streamed text is void: the model failed for good, and another one is asked from now on.
  ///
  /// @param failed the model that failed
  /// @param next the model that stands in for it
  record Substituted(ModelReply.ProviderError trouble, ModelId failed, ModelId next)
      implements SessionEvent {}

  /// The model wants a tool: the call under the names that the tool gives it.
  record Calling(ToolCall call) implements SessionEvent {}

  /// A running command wrote something: whole lines, masked, the latest where there are many.
  ///
  /// @param lines each with its end
  record Output(ToolCall call, StreamName stream, String lines) implements SessionEvent {
    /// The stream of a program.
    public enum StreamName {
      /// Standard output.
      STDOUT,
      /// Standard error.
      STDERR
    }
  }

  /// A call was answered.
  ///
  /// @param call as it was judged last, under the names that its tool gives it
  /// @param answer with every gate's answer; results of calls that never came to the gate have
  ///     none
  record Called(ToolCall call, ToolResult result, CallAnswer answer) implements SessionEvent {}

  /// An event was added to the session; this is its line.
  record Recorded(Json.Obj line) implements SessionEvent {}

  /// The turn is over.
  record Ended(TurnEnd end) implements SessionEvent {}
}
