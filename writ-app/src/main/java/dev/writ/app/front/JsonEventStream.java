// Implements: docs/spec/12-plans-and-workers.md §12.2 (Unattended runs)
package dev.writ.app.front;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.ModelId;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Consumer;

/// One JSON event per line: the session's events, and what streams in between.
public final class JsonEventStream implements Consumer<SessionEvent> {
  private final PrintStream out;

  /// A stream of events to that output.
  public JsonEventStream(PrintStream out) {
    this.out = out;
  }

  @Override
  public void accept(SessionEvent event) {
    switch (event) {
      case SessionEvent.Recorded(Json.Obj line) -> print(line);
      case SessionEvent.Streaming(AnswerDelta.TextDelta(String text)) -> print(delta("text", text));
      case SessionEvent.Streaming(AnswerDelta.Reasoning(String text)) ->
          print(delta("reasoning", text));
      case SessionEvent.Streaming(AnswerDelta.CallBegun(String tool)) -> print(delta("tool", tool));
      case SessionEvent.Retrying(var trouble, int attempt, var pause) ->
          print(
              Json.object()
                  .put("type", "retry")
                  .put("attempt", attempt)
                  .put("pause_ms", pause.toMillis())
                  .put("message", trouble.message())
                  .build());
      case SessionEvent.Substituted(var trouble, ModelId failed, ModelId next) ->
          print(
              Json.object()
                  .put("type", "fallback")
                  .put("from", model(failed))
                  .put("to", model(next))
                  .put("message", trouble.message())
                  .build());
      case SessionEvent.Output(var call, var stream, String lines) ->
          print(
              Json.object()
                  .put("type", "output")
                  .put("call_id", call.id())
                  .put("stream", stream.name().toLowerCase(Locale.ROOT))
                  .put("text", lines)
                  .build());
      case SessionEvent.Calling _, SessionEvent.Called _, SessionEvent.Ended _ -> {}
    }
  }

  private static Json.Obj model(ModelId id) {
    return Json.object().put("provider", id.provider()).put("model", id.model()).build();
  }

  private static Json.Obj delta(String kind, String text) {
    return Json.object().put("type", "delta").put(kind, text).build();
  }

  private void print(Json.Obj line) {
    out.println(line.write());
    out.flush();
  }
}
