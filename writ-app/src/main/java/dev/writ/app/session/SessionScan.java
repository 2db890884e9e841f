// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.conversation.TypedCommandReport;
import dev.writ.engine.history.EventSource;
import dev.writ.engine.history.SessionStatistics;
import dev.writ.engine.model.RequestCost;
import java.util.Optional;
import java.util.Set;

/// Reads a session's record only as far as its entry in the list needs: results of tools, which are
/// most of a record, are not parsed.
public final class SessionScan implements EventSource.EventLineVisitor {
  private static final int MAX_TITLE_CHARS = 100;
  private static final String PREFIX = "{\"type\":\"";
  private static final Set<String> READ =
      Set.of("session_start", "session_resume", "user", "assistant", "provider_switch", "title");

  private String id = "";
  private String workspace = "";
  private String model = "";
  private String title = "";
  private String began = "";
  private String latest = "";
  private long messages;
  private RequestCost cost = RequestCost.NONE;
  private boolean known;
  private String last = "";

  /// Nothing read yet.
  public SessionScan() {}

  @Override
  public void line(long number, String text) {
    last = text;
    if (text.startsWith(PREFIX)) {
      known = true;
      int end = text.indexOf('"', PREFIX.length());
      if (end < 0 || !READ.contains(text.substring(PREFIX.length(), end))) {
        return;
      }
    }
    parsed(text).ifPresent(this::event);
  }

  @Override
  public void skipped(long number, String reason) {}

  private static Optional<Json.Obj> parsed(String text) {
    try {
      return Optional.of(JsonReader.readObject(text));
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  private void event(Json.Obj event) {
    known |= event.text("type").isPresent();
    String time = event.text("timestamp").orElse("");
    began = began.isEmpty() ? time : began;
    latest = time.compareTo(latest) > 0 ? time : latest;
    switch (event.text("type").orElse("")) {
      case "session_start", "session_resume" -> {
        id = id.isEmpty() ? event.text("id").orElse("") : id;
        Json.Obj config = event.object("config");
        workspace = config.text("workspace").orElse(workspace);
        model(config);
      }
      case "provider_switch" -> model(event.object("to"));
      case "user" -> {
        messages++;
        title = title.isEmpty() ? requested(event) : title;
      }
      case "assistant" -> {
        messages++;
        cost = cost.plus(SessionStatistics.microUsd(event));
      }
      case "title" -> {
        title = shortened(event.text("content").orElse(title));
        cost = cost.plus(SessionStatistics.microUsd(event));
      }
      default -> {}
    }
  }

  private void model(Json.Obj named) {
    if (named.text("model").isPresent()) {
      model = named.text("provider").orElse("") + "/" + named.text("model").orElse("");
    }
  }

  private static String requested(Json.Obj user) {
    return shortened(TypedCommandReport.request(user.text("content").orElse("")));
  }

  private static String shortened(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    if (line.length() <= MAX_TITLE_CHARS) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(MAX_TITLE_CHARS - 1)) ? -1 : 0;
    return line.substring(0, MAX_TITLE_CHARS + end) + "…";
  }

  /// The entry of a file; one that is not a session if the file has no event.
  public SessionEntry entry(String file, SessionEntry.State state) {
    parsed(last).flatMap(event -> event.text("timestamp")).ifPresent(this::atLeast);
    SessionEntry.Span span = new SessionEntry.Span(began, latest);
    return new SessionEntry(
        file,
        state,
        id,
        span,
        new SessionEntry.SessionSummary(
            title, workspace, model, known ? messages : SessionEntry.NO_SESSION, cost.known()));
  }

  private void atLeast(String time) {
    latest = time.compareTo(latest) > 0 ? time : latest;
  }
}
