// Implements: docs/spec/12-plans-and-workers.md §12.2 (Unattended runs)
package dev.writ.app.front;

import dev.writ.engine.conversation.Event;
import dev.writ.engine.model.Delta;
import dev.writ.kernel.json.Json;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Consumer;

/// One JSON event per line: the session's events, and what streams in between.
public final class StreamJson implements Consumer<Event> {
  private final PrintStream out;

  /// A stream of events to that output.
  public StreamJson(PrintStream out) {
    this.out = out;
  }

  @Override
  public void accept(Event event) {
    switch (event) {
      case Event.Recorded(Json.Obj line) -> print(line);
      case Event.Streaming(Delta.Text(String text)) -> print(delta("text", text));
      case Event.Streaming(Delta.Reasoning(String text)) -> print(delta("reasoning", text));
      case Event.Streaming(Delta.CallBegun(String tool)) -> print(delta("tool", tool));
      case Event.Retrying(var trouble, int attempt, var pause) ->
          print(
              Json.object()
                  .put("type", "retry")
                  .put("attempt", attempt)
                  .put("pause_ms", pause.toMillis())
                  .put("message", trouble.message())
                  .build());
      case Event.Output(var call, var stream, String lines) ->
          print(
              Json.object()
                  .put("type", "output")
                  .put("call_id", call.id())
                  .put("stream", stream.name().toLowerCase(Locale.ROOT))
                  .put("text", lines)
                  .build());
      case Event.Calling _, Event.Called _, Event.Ended _ -> {}
    }
  }

  private static Json.Obj delta(String kind, String text) {
    return Json.object().put("type", "delta").put(kind, text).build();
  }

  private void print(Json.Obj line) {
    out.println(line.write());
    out.flush();
  }
}
