// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.history;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

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
    Rewinds rewinds = new Rewinds();
    RecordedSession session = replay.folded(rewinds, new Rewinds());
    return rewinds.ranges.isEmpty() ? session : replay.folded(new Rewinds(), rewinds);
  }

  /// Visits all events of a record in order.
  ///
  /// @throws IOException if it can't be read
  public static void visit(EventSource source, ReplayVisitor visitor) throws IOException {
    SessionReplay replay = new SessionReplay(source, Long.MAX_VALUE);
    Rewinds rewinds = new Rewinds();
    source.read(
        new EventSource.EventLineVisitor() {
          @Override
          public void line(long number, String text) {
            if (text.contains("\"rewind\"")) {
              replay.event(text).ifPresent(rewinds::add);
            }
          }

          @Override
          public void skipped(long number, String reason) {}
        });
    replay.each(rewinds, visitor);
  }

  private RecordedSession folded(Rewinds found, Rewinds known) throws IOException {
    RecordedSession session = new RecordedSession();
    each(
        known,
        new ReplayVisitor() {
          @Override
          public void event(Json.Obj event, boolean stands) {
            found.add(event);
            session.apply(event, stands);
          }

          @Override
          public void damaged(long line, String reason) {
            session.damaged(line, reason);
          }
        });
    return session;
  }

  private void each(Rewinds rewinds, ReplayVisitor visitor) throws IOException {
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
                visitor.event(event, rewinds.stands(event));
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

  /// The void events, in ranges that have nothing in common: a record may have many rewinds.
  private static final class Rewinds {
    private final NavigableMap<Long, Long> ranges = new TreeMap<>();

    /// Those between two numbers are void.
    void add(Json.Obj event) {
      long at = event.number("seq").orElse(0);
      long to = event.number("to").orElse(at);
      if (event.text("type").filter("rewind"::equals).isEmpty() || to >= at - 1) {
        return;
      }
      long from = to + 1;
      long through = at - 1;
      Map.Entry<Long, Long> other = ranges.floorEntry(through);
      while (other != null && other.getValue() >= from) {
        from = Math.min(from, other.getKey());
        through = Math.max(through, other.getValue());
        ranges.remove(other.getKey());
        other = ranges.floorEntry(through);
      }
      ranges.put(from, through);
    }

    boolean stands(Json.Obj event) {
      long seq = event.number("seq").orElse(0);
      Map.Entry<Long, Long> range = ranges.floorEntry(seq);
      return range == null || range.getValue() < seq;
    }
  }
}
