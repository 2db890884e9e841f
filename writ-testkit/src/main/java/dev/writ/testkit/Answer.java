// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.testkit.Dialect.Event;
import dev.writ.testkit.Dialect.Part;
import dev.writ.testkit.ScriptTurn.Misbehave;
import dev.writ.testkit.ScriptTurn.Misbehaviour;
import dev.writ.testkit.ScriptTurn.Say;
import dev.writ.testkit.ScriptTurn.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// One answer, ready to be sent.
///
/// @param body the pieces of the body, each sent with a flush
/// @param finishAt behind how many bytes of the body the finish reason has been said
/// @param manner how it is sent
record Answer(
    int status, Map<String, String> headers, List<byte[]> body, int finishAt, Manner manner) {

  /// How an answer ends.
  ///
  /// @param after behind how many bytes of the body; -1: before the headers
  /// @param delimited whether the end of the connection ends the body
  record Manner(End end, int after, boolean delimited) {
    static final Manner WHOLE = new Manner(End.WHOLE, Integer.MAX_VALUE, false);
  }

  /// The ways to end.
  enum End {
    WHOLE,
    FIN,
    RST,
    STALL,
    FOREVER
  }

  /// The length of the whole body.
  int length() {
    return body.stream().mapToInt(piece -> piece.length).sum();
  }

  /// Behind how many bytes of the body each of its pieces ends.
  List<Integer> ends() {
    List<Integer> ends = new ArrayList<>();
    int length = 0;
    for (byte[] piece : body) {
      length += piece.length;
      ends.add(length);
    }
    return ends;
  }

  /// Prepares the answer to one request.
  ///
  /// @param request the request's number from 1
  /// @param authorization what the client authorised itself with
  static Answer of(ScriptTurn turn, Dialect dialect, int request, String authorization) {
    return switch (turn) {
      case Say say ->
          stream(dialect, dialect.events(say, Misbehaviour.CRLF, request), Manner.WHOLE);
      case Status status -> error(status, dialect);
      case Misbehave bad -> misbehaving(bad, dialect, request, authorization);
    };
  }

  /// A JSON document.
  static Answer json(int status, Json body) {
    return plain(status, "application/json", body.write());
  }

  private static Answer plain(int status, String type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return new Answer(
        status,
        Map.of("Content-Type", type),
        bytes.length == 0 ? List.of() : List.of(bytes),
        bytes.length,
        Manner.WHOLE);
  }

  private static Answer error(Status status, Dialect dialect) {
    Answer answer = json(status.code(), dialect.error(status.message(), "on_purpose"));
    return status.retryAfter().isEmpty() ? answer : answer.with("Retry-After", status.retryAfter());
  }

  private static Answer misbehaving(
      Misbehave bad, Dialect dialect, int request, String authorization) {
    List<Event> events = dialect.events(bad.say(), bad.how(), request);
    boolean delimited = bad.delimited();
    Answer whole = stream(dialect, events, new Manner(End.WHOLE, Integer.MAX_VALUE, delimited));
    return switch (bad.how()) {
      case CUT_FIN -> whole.with(new Manner(End.FIN, bad.afterBytes(), delimited));
      case CUT_RST -> whole.with(new Manner(End.RST, bad.afterBytes(), delimited));
      case STALL -> whole.with(new Manner(End.STALL, bad.afterBytes(), delimited));
      case CUT_AFTER_FINISH -> whole.with(new Manner(End.FIN, whole.finishAt(), delimited));
      case HALF_CALL -> stream(dialect, halfCall(events), whole.manner());
      case GARBAGE -> plain(200, dialect.mediaType(), "data: \u0001{{{]\n\nno such\nprotocol\n");
      case HTML ->
          plain(200, "text/html", "<!DOCTYPE html>\n<html><body>Please sign in</body></html>\n");
      case EMPTY -> plain(200, dialect.mediaType(), "");
      case NULL_CHOICES -> plain(200, dialect.mediaType(), dialect.nullEvent());
      case ODD_USAGE, NULLS, SAME_IDS, NO_IDS, ONE_PIECE -> whole;
      case ERROR_EVENT ->
          stream(dialect, failing(dialect, events, bad.afterBytes()), whole.manner());
      case NO_END ->
          stream(
              dialect,
              events.stream()
                  .filter(event -> event.part() == Part.SAID || event.part() == Part.CALL)
                  .toList(),
              whole.manner());
      case BYTE_BY_BYTE -> whole.with(bytes(whole.body()));
      case CRLF -> stream(dialect, events.stream().map(Answer::crlf).toList(), whole.manner());
      case COMMENTS -> stream(dialect, commented(dialect, events), whole.manner());
      case GZIP -> whole.with("Content-Encoding", "gzip").with(gzip(whole.body()));
      case ECHO_KEY ->
          json(401, dialect.error("Incorrect API key provided: " + authorization, "invalid_key"));
      case CONTEXT_TOO_LONG -> json(400, dialect.contextTooLong());
      case REDIRECT -> plain(307, "text/plain", "").with("Location", bad.say().text());
      case DUPLICATE_END -> {
        List<Event> twice = new ArrayList<>(events);
        events.stream()
            .filter(event -> event.part() == Part.FINISH || event.part() == Part.END)
            .forEach(event -> twice.add(new Event(Part.END, event.text())));
        yield stream(dialect, twice, whole.manner());
      }
      case INVALID_UTF8 -> whole.with(whole.body().stream().map(Answer::broken).toList());
      case ENDLESS_LINE -> whole.with(new Manner(End.FOREVER, 0, delimited));
    };
  }

  private static Answer stream(Dialect dialect, List<Event> events, Manner manner) {
    List<byte[]> pieces = new ArrayList<>();
    int length = 0;
    int finish = 0;
    for (Event event : events) {
      byte[] bytes = event.text().getBytes(StandardCharsets.UTF_8);
      pieces.add(bytes);
      length += bytes.length;
      finish = event.part() == Part.FINISH ? length : finish;
    }
    return new Answer(200, Map.of("Content-Type", dialect.mediaType()), pieces, finish, manner);
  }

  private static List<Event> failing(Dialect dialect, List<Event> events, int afterBytes) {
    List<Event> broken = new ArrayList<>();
    int length = 0;
    for (int i = 0; i < events.size() && (i == 0 || length < afterBytes); i++) {
      broken.add(events.get(i));
      length += events.get(i).text().getBytes(StandardCharsets.UTF_8).length;
    }
    broken.add(new Event(Part.SAID, dialect.errorEvent("the engine fell over")));
    return broken;
  }

  private static List<Event> halfCall(List<Event> events) {
    List<Event> begun = new ArrayList<>();
    for (Event event : events) {
      if (event.part() == Part.FINISH) {
        break;
      }
      begun.add(event);
    }
    if (begun.getLast().part() != Part.CALL) {
      throw new IllegalArgumentException("half_call needs a call");
    }
    String last = begun.removeLast().text();
    begun.add(new Event(Part.CALL, last.substring(0, last.length() / 2)));
    return begun;
  }

  private static byte[] broken(byte[] bytes) {
    for (int i = 1; i < bytes.length; i++) {
      if (bytes[i - 1] == (byte) 0xc3 && bytes[i] == (byte) 0xbf) {
        bytes[i] = '(';
      }
    }
    return bytes;
  }

  private static Event crlf(Event event) {
    return new Event(event.part(), event.text().replace("\n", "\r\n"));
  }

  private static List<Event> commented(Dialect dialect, List<Event> events) {
    List<Event> noisy = new ArrayList<>();
    for (Event event : events) {
      noisy.add(new Event(Part.SAID, dialect.comment()));
      noisy.add(event);
    }
    return noisy;
  }

  private static List<byte[]> bytes(List<byte[]> pieces) {
    List<byte[]> single = new ArrayList<>();
    for (byte[] piece : pieces) {
      for (byte b : piece) {
        single.add(new byte[] {b});
      }
    }
    return single;
  }

  private static List<byte[]> gzip(List<byte[]> pieces) {
    List<byte[]> packed = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes, true)) {
      for (byte[] piece : pieces) {
        gzip.write(piece);
        gzip.flush();
        packed.add(bytes.toByteArray());
        bytes.reset();
      }
      gzip.finish();
      packed.add(bytes.toByteArray());
      return packed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, more, body, finishAt, manner);
  }

  private Answer with(Manner other) {
    return new Answer(status, headers, body, finishAt, other);
  }

  private Answer with(List<byte[]> other) {
    return new Answer(status, headers, other, finishAt, manner);
  }
}
