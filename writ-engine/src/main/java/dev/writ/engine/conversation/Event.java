// Implements: docs/spec/02-architecture.md §2.5 (Engine)
package dev.writ.engine.conversation;

import dev.writ.engine.model.Delta;
import dev.writ.engine.model.Reply;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.gate.Answered;
import dev.writ.kernel.json.Json;
import java.time.Duration;

/// All that a client hears from a session. Texts from models and tools are untrusted: whoever shows
/// them makes them inert.
public sealed interface Event {
  /// Something streams in.
  record Streaming(Delta delta) implements Event {}

  /// What streamed in so far is void: the request failed and is sent again after a pause.
  record Retrying(Reply.Trouble trouble, int attempt, Duration pause) implements Event {}

  /// The model wants a tool.
  record Calling(ToolCall call) implements Event {}

  /// A running command wrote something: whole lines, masked, the latest where there are many.
  ///
  /// @param lines each with its end
  record Output(ToolCall call, Stream stream, String lines) implements Event {
    /// Which of a program's streams.
    public enum Stream {
      /// Standard output.
      STDOUT,
      /// Standard error.
      STDERR
    }
  }

  /// A call was answered.
  ///
  /// @param answered with every gate's answer; results of calls that never came to the gate have
  ///     none
  record Called(ToolCall call, ToolResult result, Answered answered) implements Event {}

  /// An event was added to the session; this is its line.
  record Recorded(Json.Obj line) implements Event {}

  /// The turn is over.
  record Ended(TurnEnd end) implements Event {}
}
