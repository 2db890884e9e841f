// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.engine.history.RecordedSession;

/// A session as one JSON object: what it is, its sums, and all events that stand, as they were
/// recorded.
final class JsonTranscript implements ExportFormat.ExportWriter {
  private boolean first = true;

  @Override
  public String head(RecordedSession session, String name) {
    String about =
        Json.object()
            .put("name", name)
            .put("id", session.id())
            .put("workspace", session.workspace())
            .put("statistics", SessionReport.json(session))
            .put("problems", Json.texts(session.problems()))
            .build()
            .write();
    return about.substring(0, about.length() - 1) + ",\"events\":[\n";
  }

  @Override
  public String event(Json.Obj event, boolean stands) {
    if (!stands) {
      return "";
    }
    String text = (first ? "" : ",\n") + event.write();
    first = false;
    return text;
  }

  @Override
  public String foot(RecordedSession session) {
    return "\n]}\n";
  }
}
