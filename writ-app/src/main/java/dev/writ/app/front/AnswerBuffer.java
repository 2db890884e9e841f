// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.model.AnswerDelta;
import java.util.function.Consumer;

/// Holds a model's words back until its answer is complete, and then passes them on at once
/// (`ui.stream_responses: false`).
public final class AnswerBuffer implements Consumer<SessionEvent> {
  private final Consumer<SessionEvent> screen;
  private final StringBuilder words = new StringBuilder();

  private AnswerBuffer(Consumer<SessionEvent> screen) {
    this.screen = screen;
  }

  /// The screen itself where answers are shown as they arrive, else one behind a buffer.
  public static Consumer<SessionEvent> unless(boolean streams, Consumer<SessionEvent> screen) {
    return streams ? screen : new AnswerBuffer(screen);
  }

  @Override
  public void accept(SessionEvent event) {
    switch (event) {
      case SessionEvent.Streaming(AnswerDelta.TextDelta(String text)) -> words.append(text);
      case SessionEvent.Streaming(AnswerDelta.Reasoning _),
          SessionEvent.Streaming(AnswerDelta.CallBegun _) ->
          screen.accept(event);
      case SessionEvent.Retrying _, SessionEvent.Substituted _ -> {
        words.setLength(0); // the next attempt answers anew
        screen.accept(event);
      }
      case SessionEvent.Recorded(Json.Obj line)
          when !line.text("type").orElse("").equals("assistant") ->
          screen.accept(event); // the answer goes on, or fails
      case SessionEvent.Calling _,
          SessionEvent.Output _,
          SessionEvent.Called _,
          SessionEvent.Recorded _,
          SessionEvent.Ended _ -> {
        flush();
        screen.accept(event);
      }
    }
  }

  private void flush() {
    if (!words.isEmpty()) {
      String text = words.toString();
      words.setLength(0);
      screen.accept(new SessionEvent.Streaming(new AnswerDelta.TextDelta(text)));
    }
  }
}
