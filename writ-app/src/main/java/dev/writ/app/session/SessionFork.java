// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.history.EventSource;
import dev.writ.engine.history.SessionReplay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;

/// A copy of a session up to an event, under an id of its own. Numbers and times of the events
/// stay, so that what the ledger says of them can be found.
///
/// @param origin the id of the session that is copied
/// @param last the number of the last event that is copied
/// @param brought whether it is no session of this person: the model that it names is not asked
public record SessionFork(String id, String origin, long last, boolean brought) {
  /// Takes the lines of the copy.
  @FunctionalInterface
  public interface Sink {
    void line(String text) throws IOException;
  }

  /// Stands for a damaged line, of which nobody knows what it was: the copy is as damaged.
  private static final String LOST = Json.object().put("lost", true).build().write();

  /// Copies the events of a record, if it can be read and the copy be written.
  public void copy(EventSource source, Sink sink) throws IOException {
    try {
      SessionReplay.visit(
          source,
          new SessionReplay.ReplayVisitor() {
            private boolean started;
            private long before;
            private int lost;

            @Override
            public void event(Json.Obj event, boolean stands) {
              long seq = event.number("seq").orElse(0);
              boolean copied = seq <= last;
              if (copied && !started) {
                start(event, sink);
              }
              if (copied || before < last) { // else all that was lost came later
                Stream.generate(() -> LOST).limit(lost).forEach(line -> write(sink, line));
              }
              lost = 0;
              before = Math.max(before, seq);
              if (copied && (started || !isStart(event))) {
                write(sink, event.write());
              }
              started |= copied;
            }

            @Override
            public void damaged(long line, String reason) {
              lost++; // written where an event follows: a torn end lost nothing else
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void write(Sink sink, String line) {
    try {
      sink.line(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isStart(Json.Obj event) {
    return event.text("type").filter("session_start"::equals).isPresent();
  }

  /// Writes the first event with the copy's id, and where it was copied from. A record whose first
  /// line is damaged gets one.
  private void start(Json.Obj first, Sink sink) {
    Json.Builder copy = Json.object();
    if (isStart(first)) {
      first.members().forEach(copy::put);
    } else {
      copy.put("type", "session_start").put("version", SessionEvents.VERSION);
    }
    Json.Builder from = Json.object().put("id", origin).put("seq", last);
    if (brought) {
      from.put("brought", true);
    }
    first.get("forked_from").ifPresent(before -> from.put("forked_from", before));
    write(sink, copy.put("id", id).put("forked_from", from.build()).build().write());
  }
}
