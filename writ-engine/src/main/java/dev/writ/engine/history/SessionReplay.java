// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.history;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads a session's record and folds it into a [RecordedSession]. Nothing is executed. A damaged
/// line is skipped and reported; unknown events and fields are ignored.
public final class SessionReplay {
  private static final long MOST_EVENTS = 1_000_000_000;

  private final EventSource source;
  private final long last;

  /// @param last the number of the last event to read; later ones are ignored
  private SessionReplay(EventSource source, long last) {
    this.source = source;
    this.last = last;
  }

  /// Receives the events of a record.
  public interface ReplayVisitor {
    /// An event.
    ///
    /// @param stands false where a rewind made it void
    void event(Json.Obj event, boolean stands);

    /// A line that is not an event.
    void damaged(long line, String reason);
  }

  /// Reads a whole record.
  ///
  /// @throws IOException if it can't be read
  public static RecordedSession read(EventSource source) throws IOException {
    return read(source, Long.MAX_VALUE);
  }

  /// Reads a record up to an event.
  ///
  /// @param last the number of the last event that is read
  /// @throws IOException if it can't be read
  public static RecordedSession read(EventSource source, long last) throws IOException {
    SessionReplay replay = new SessionReplay(source, last);
    List<Rewind> rewinds = new ArrayList<>();
    RecordedSession session = replay.folded(rewinds, List.of());
    return rewinds.isEmpty() ? session : replay.folded(new ArrayList<>(), rewinds);
  }

  /// Visits all events of a record in order.
  ///
  /// @throws IOException if it can't be read
  public static void visit(EventSource source, ReplayVisitor visitor) throws IOException {
    SessionReplay replay = new SessionReplay(source, Long.MAX_VALUE);
    List<Rewind> rewinds = new ArrayList<>();
    source.read(
        new EventSource.EventLineVisitor() {
          @Override
          public void line(long number, String text) {
            if (text.contains("\"rewind\"")) {
              replay.event(text).ifPresent(event -> Rewind.of(event, rewinds));
            }
          }

          @Override
          public void skipped(long number, String reason) {}
        });
    replay.each(rewinds, visitor);
  }

  private RecordedSession folded(List<Rewind> found, List<Rewind> known) throws IOException {
    RecordedSession session = new RecordedSession();
    each(
        known,
        new ReplayVisitor() {
          @Override
          public void event(Json.Obj event, boolean stands) {
            Rewind.of(event, found);
            session.apply(event, stands);
          }

          @Override
          public void damaged(long line, String reason) {
            session.damaged(line, reason);
          }
        });
    return session;
  }

  private void each(List<Rewind> rewinds, ReplayVisitor visitor) throws IOException {
    source.read(
        new EventSource.EventLineVisitor() {
          @Override
          public void line(long number, String text) {
            try {
              Json.Obj event = JsonReader.readObject(text);
              if (event.text("type").isEmpty()) {
                visitor.damaged(number, "not an event");
              } else if (!isNumbered(event)) {
                visitor.damaged(number, "its seq is not a number of an event");
              } else if (event.number("seq").orElse(0) <= last) {
                visitor.event(event, Rewind.stands(event, rewinds));
              }
            } catch (JsonException e) {
              visitor.damaged(number, "damaged: " + e.getMessage());
            }
          }

          @Override
          public void skipped(long number, String reason) {
            visitor.damaged(number, reason);
          }
        });
  }

  /// Whether further events can be counted from this one's number, if it has one.
  private static boolean isNumbered(Json.Obj event) {
    OptionalLong seq = event.number("seq");
    return seq.isPresent()
        ? seq.getAsLong() >= 0 && seq.getAsLong() <= MOST_EVENTS
        : event.get("seq").isEmpty();
  }

  private Optional<Json.Obj> event(String text) {
    try {
      return Optional.of(JsonReader.readObject(text)).filter(SessionReplay::isNumbered);
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  /// The events between two numbers are void.
  private record Rewind(long to, long at) {
    static void of(Json.Obj event, List<Rewind> rewinds) {
      if (event.text("type").filter("rewind"::equals).isPresent()) {
        long at = event.number("seq").orElse(0);
        rewinds.add(new Rewind(event.number("to").orElse(at), at));
      }
    }

    static boolean stands(Json.Obj event, List<Rewind> rewinds) {
      if (rewinds.isEmpty()) {
        return true;
      }
      long seq = event.number("seq").orElse(0);
      for (Rewind rewind : rewinds) {
        if (seq > rewind.to && seq < rewind.at) {
          return false;
        }
      }
      return true;
    }
  }
}
