// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// An answer that is being read. Closing it closes the connection, unless [#done] was said before.
public final class HttpExchange implements AutoCloseable {
  /// How much of a body is read where it is not a stream.
  public static final int MAX_TEXT_BYTES = 4 * 1024 * 1024;

  /// The longest event: a whole file in a call's arguments.
  public static final int MAX_EVENT_CHARS = LineReader.MAX_LINE_BYTES;

  private final HttpTransport transport;
  private final String place;
  private final Duration patience;
  private final RequestCarrier.Incoming incoming;
  private @Nullable InputStream body;
  private @Nullable LineReader lines;

  HttpExchange(
      HttpTransport transport, String place, Duration patience, RequestCarrier.Incoming incoming) {
    this.transport = transport;
    this.place = place;
    this.patience = patience;
    this.incoming = incoming;
  }

  /// The key that the request was sent with; null for none.
  public @Nullable SecretText key() {
    return transport.key();
  }

  /// The HTTP status.
  public int status() {
    return incoming.head().status();
  }

  /// The media type in small letters without its parameters; empty where there is none.
  public String mediaType() {
    String type = incoming.head().header("content-type").orElse("");
    int parameters = type.indexOf(';');
    return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
  }

  /// How long the server may be silent.
  public Duration patience() {
    return patience;
  }

  ResponseHead head() {
    return incoming.head();
  }

  /// The next line; empty where the answer has ended in an orderly way.
  ///
  /// @throws WireException where it ends in another way, is silent for too long or is too long
  /// @throws InterruptedException when the calling thread is interrupted; the connection is closed
  public Optional<String> line() throws WireException, InterruptedException {
    try {
      if (lines == null) {
        lines = new LineReader(body());
      }
      return lines.next();
    } catch (IOException e) {
      throw closedBy(e);
    }
  }

  /// The rest as one text, cut after [#MAX_TEXT_BYTES]. Unreadable data is omitted silently: this
  /// is for error messages and short documents.
  public String text() throws WireException, InterruptedException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      byte[] piece = new byte[8192];
      InputStream in = body();
      for (int got = in.read(piece);
          got >= 0 && text.size() < MAX_TEXT_BYTES;
          got = in.read(piece)) {
        text.write(piece, 0, got);
      }
      incoming.done();
    } catch (IOException e) {
      WireException trouble = closedBy(e);
      if (status() / 100 == 2) {
        throw trouble;
      }
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  /// The whole answer as a JSON object.
  ///
  /// @throws WireException also where it is something else
  public Json.Obj document() throws WireException, InterruptedException {
    String text = text();
    try {
      return JsonReader.readObject(text);
    } catch (JsonException _) {
      throw malformed(
          text.length() >= MAX_TEXT_BYTES
              ? "more than " + MAX_TEXT_BYTES + " bytes"
              : RefusalReader.isMarkup(text) ? "a web page" : "something that is no JSON object");
    }
  }

  private InputStream body() throws IOException {
    if (body == null) {
      String coding = incoming.head().header("content-encoding").orElse("");
      body =
          coding.toLowerCase(Locale.ROOT).contains("gzip")
              ? new GZIPInputStream(incoming.body())
              : incoming.body();
    }
    return body;
  }

  /// From now on the server may be silent for this long.
  public void patience(Duration time) {
    try {
      incoming.idle(time);
    } catch (IOException _) {
      // the connection is closed; the next read will report it
    }
  }

  /// The answer has grown. Without that the server may send bytes only for so long, whatever they
  /// are.
  public void progressed() {
    incoming.progressed();
  }

  /// The provider's terminal event has been read: the connection may be used again.
  public void done() {
    incoming.done();
  }

  /// The answer ended without its provider's terminal event.
  public WireException cut() {
    return new WireException(
        ProviderErrorKind.CUT, "the answer of " + place + " ended before it was complete");
  }

  /// The answer is not what the protocol promises.
  ///
  /// @param what it is instead
  public WireException malformed(String what) {
    return new WireException(
        ProviderErrorKind.MALFORMED,
        place + " answered with " + transport.masked(what) + "; check its address");
  }

  /// The provider refuses the request in an answer that is otherwise fine.
  public WireException rejected(String how) {
    return new WireException(ProviderErrorKind.REJECTED, place + " " + transport.masked(how));
  }

  /// The provider says of its own answer that it is broken.
  public WireException broken(String how) {
    return new WireException(ProviderErrorKind.MALFORMED, place + " " + transport.masked(how));
  }

  /// The stream reports an error.
  ///
  /// @param event the event with its `error` member
  public WireException error(Json.Obj event) {
    return new WireException(RefusalReader.inStream(place, event, transport::masked));
  }

  private WireException closedBy(IOException failure) throws InterruptedException {
    incoming.close();
    return transport.trouble(failure, place);
  }

  @Override
  public void close() {
    incoming.close();
  }
}
