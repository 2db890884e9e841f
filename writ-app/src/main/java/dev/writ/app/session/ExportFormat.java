// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.engine.history.EventSource;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import java.io.IOException;
import java.util.function.Consumer;

/// The forms in which a session is exported.
public enum ExportFormat {
  /// Readable text with marks.
  MARKDOWN(".md"),
  /// One page that needs nothing else.
  HTML(".html"),
  /// One object with all events.
  JSON(".json");

  private final String suffix;

  ExportFormat(String suffix) {
    this.suffix = suffix;
  }

  /// How files of this form end.
  public String suffix() {
    return suffix;
  }

  /// Converts events to text.
  interface ExportWriter {
    /// The text before the first event.
    String head(RecordedSession session, String name);

    /// An event's text; empty where the form leaves it out.
    ///
    /// @param stands false where a rewind made it void
    String event(Json.Obj event, boolean stands);

    /// The text behind the last event.
    String foot(RecordedSession session);
  }

  /// Writes a session piece by piece, so that its length does not matter.
  ///
  /// @param name of the session
  /// @param sink takes the text
  /// @throws IOException where the record can't be read
  public void write(EventSource source, String name, Consumer<String> sink) throws IOException {
    RecordedSession session = SessionReplay.read(source);
    ExportWriter writer =
        switch (this) {
          case MARKDOWN -> new MarkdownTranscript();
          case HTML -> new HtmlTranscript();
          case JSON -> new JsonTranscript();
        };
    sink.accept(writer.head(session, name));
    SessionReplay.visit(
        source,
        new SessionReplay.ReplayVisitor() {
          @Override
          public void event(Json.Obj event, boolean stands) {
            String text = writer.event(event, stands);
            if (!text.isEmpty()) {
              sink.accept(text);
            }
          }

          @Override
          public void damaged(long line, String reason) {}
        });
    sink.accept(writer.foot(session));
  }
}
