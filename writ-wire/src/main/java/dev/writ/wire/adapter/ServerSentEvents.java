// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.WireException;
import java.util.Optional;

/// The data of server-sent events; comments, ids, names and times to retry are skipped.
public final class ServerSentEvents {
  private final HttpExchange exchange;
  private String firstOther = "";
  private boolean ended;

  /// The events of that answer.
  public ServerSentEvents(HttpExchange exchange) {
    this.exchange = exchange;
  }

  /// The data of the next event; empty at the end. An event that the end cuts off is given too,
  /// then [#ended] is true.
  public Optional<String> next() throws WireException, InterruptedException {
    String data = null; // nearly always of one line, which is then not copied
    StringBuilder lines = null;
    while (!ended) {
      Optional<String> line = exchange.line();
      if (line.isEmpty()) {
        ended = true;
      } else if (line.get().isEmpty()) {
        if (data != null) {
          break;
        }
      } else if (line.get().startsWith("data:")) {
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
      } else if (firstOther.isEmpty() && !line.get().startsWith(":")) {
        firstOther = line.get();
      }
    }
    return Optional.ofNullable(lines == null ? data : lines.toString());
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
