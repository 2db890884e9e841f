// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.WireException;
import java.util.Optional;
import java.util.function.Predicate;

/// The data of server-sent events; comments, ids and times to retry are skipped, and whole events
/// of the names that a reader has no use for.
public final class ServerSentEvents {
  private final HttpExchange exchange;
  private final Predicate<String> skips;
  private String firstOther = "";
  private boolean ended;

  /// All events of that answer.
  public ServerSentEvents(HttpExchange exchange) {
    this(exchange, _ -> false);
  }

  /// The events of that answer but some.
  ///
  /// @param skips asked once for each event with a name, before its data are read: whether they are
  ///     of no use
  public ServerSentEvents(HttpExchange exchange, Predicate<String> skips) {
    this.exchange = exchange;
    this.skips = skips;
  }

  /// The data of the next event; empty at the end. An event that the end cuts off is given too,
  /// then [#ended] is true.
  public Optional<String> next() throws WireException, InterruptedException {
    String data = null; // nearly always of one line, which is then not copied
    StringBuilder lines = null;
    boolean skipped = false;
    while (!ended) {
      Optional<String> line = exchange.line();
      if (line.isEmpty()) {
        ended = true;
      } else if (line.get().isEmpty()) {
        if (data != null) {
          break;
        }
        skipped = false;
      } else if (line.get().startsWith("data:")) {
        if (skipped) {
          continue;
        }
        String value = line.get().substring(line.get().startsWith("data: ") ? 6 : 5);
        if (data == null) {
          data = value;
        } else {
          lines = lines == null ? new StringBuilder(data) : lines;
          lines.append('\n').append(value);
        }
        if ((lines == null ? data.length() : lines.length()) > HttpExchange.MAX_EVENT_CHARS) {
          throw exchange.malformed(
              "an event of more than " + HttpExchange.MAX_EVENT_CHARS + " bytes");
        }
      } else if (!line.get().startsWith(":")) {
        firstOther = firstOther.isEmpty() ? line.get() : firstOther;
        skipped = skipped || isSkipped(line.get());
      }
    }
    return Optional.ofNullable(lines == null ? data : lines.toString());
  }

  private boolean isSkipped(String line) {
    return line.startsWith("event:") && skips.test(line.substring("event:".length()).strip());
  }

  /// Whether the stream's end has been seen.
  public boolean ended() {
    return ended;
  }

  /// The first line that was no data and no comment; empty where there was none.
  public String firstOther() {
    return firstOther;
  }
}
