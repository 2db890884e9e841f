// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.adapter;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.RefusalReader;
import dev.writ.wire.http.WireException;
import java.util.Optional;
import java.util.function.Predicate;

/// Server-sent events with JSON objects as data. Anything else is an error, never an answer.
public final class JsonEvents {
  private final HttpExchange exchange;
  private final ServerSentEvents events;
  private boolean any;

  /// The events of that answer.
  ///
  /// @throws WireException where its media type is that of something else
  public JsonEvents(HttpExchange exchange) throws WireException, InterruptedException {
    this(exchange, _ -> false);
  }

  /// The events of that answer but some.
  ///
  /// @param skips asked once for each event with a name, before its data are read: whether they are
  ///     of no use
  /// @throws WireException where its media type is that of something else
  public JsonEvents(HttpExchange exchange, Predicate<String> skips)
      throws WireException, InterruptedException {
    this.exchange = exchange;
    this.events = new ServerSentEvents(exchange, skips);
    switch (exchange.mediaType()) {
      case "text/html", "application/xhtml+xml" -> throw exchange.malformed("a web page");
      case "application/json" -> throw document(exchange.text());
      default -> {}
    }
  }

  /// The next event; empty at the end of the stream.
  public Optional<Json.Obj> next() throws WireException, InterruptedException {
    Optional<String> data = events.next();
    if (data.isEmpty()) {
      return Optional.empty();
    }
    any = true;
    try {
      return Optional.of(SplitPairs.readObject(data.get()));
    } catch (JsonException e) {
      throw events.ended()
          ? exchange.cut()
          : exchange.malformed("an event that is not a JSON object (" + e.getMessage() + ")");
    }
  }

  /// The meaning of a stream's end before the provider's terminal event.
  public WireException ended() {
    if (any) {
      return exchange.cut();
    }
    String other = events.firstOther();
    if (other.isEmpty()) {
      return exchange.malformed("nothing");
    }
    if (other.startsWith("{")) {
      return document(other);
    }
    return RefusalReader.isMarkup(other) ? exchange.malformed("a web page") : exchange.cut();
  }

  /// A document in the place of a stream: an error in most cases.
  private WireException document(String text) {
    try {
      Json.Obj document = JsonReader.readObject(text);
      return document.get("error").isPresent()
          ? exchange.error(document)
          : exchange.malformed("a JSON document instead of a stream");
    } catch (JsonException _) {
      return text.isBlank()
          ? exchange.malformed("nothing")
          : exchange.malformed(
              RefusalReader.isMarkup(text) ? "a web page" : "data that is not a JSON object");
    }
  }
}
