// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.testkit.Dialect.DialectEvent;
import dev.writ.testkit.Dialect.EventContent;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
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
record ScriptedAnswer(
    int status, Map<String, String> headers, List<byte[]> body, int finishAt, Manner manner) {

  /// How an answer ends.
  ///
  /// @param after behind how many bytes of the body; -1: before the headers
  /// @param delimited whether the end of the connection ends the body
  record Manner(AnswerEnd end, int after, boolean delimited) {
    static final Manner WHOLE = new Manner(AnswerEnd.WHOLE, Integer.MAX_VALUE, false);
  }

  /// The ways to end.
  enum AnswerEnd {
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
  static ScriptedAnswer of(ScriptTurn turn, Dialect dialect, int request, String authorization) {
    return switch (turn) {
      case PlainAnswer say ->
          stream(dialect, dialect.events(say, AnswerFault.CRLF, request), Manner.WHOLE);
      case ErrorStatus status -> error(status, dialect);
      case FaultyAnswer bad -> misbehaving(bad, dialect, request, authorization);
    };
  }

  /// A JSON document.
  static ScriptedAnswer json(int status, Json body) {
    return plain(status, "application/json", body.write());
  }

  private static ScriptedAnswer plain(int status, String type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return new ScriptedAnswer(
        status,
        Map.of("Content-Type", type),
        bytes.length == 0 ? List.of() : List.of(bytes),
        bytes.length,
        Manner.WHOLE);
  }

  private static ScriptedAnswer error(ErrorStatus status, Dialect dialect) {
    ScriptedAnswer answer = json(status.code(), dialect.error(status.message(), "on_purpose"));
    return status.retryAfter().isEmpty() ? answer : answer.with("Retry-After", status.retryAfter());
  }

  private static ScriptedAnswer misbehaving(
      FaultyAnswer bad, Dialect dialect, int request, String authorization) {
    List<DialectEvent> events = dialect.events(bad.say(), bad.how(), request);
    boolean delimited = bad.delimited();
    ScriptedAnswer whole =
        stream(dialect, events, new Manner(AnswerEnd.WHOLE, Integer.MAX_VALUE, delimited));
    return switch (bad.how()) {
      case CUT_FIN -> whole.with(new Manner(AnswerEnd.FIN, bad.afterBytes(), delimited));
      case CUT_RST -> whole.with(new Manner(AnswerEnd.RST, bad.afterBytes(), delimited));
      case STALL -> whole.with(new Manner(AnswerEnd.STALL, bad.afterBytes(), delimited));
      case CUT_AFTER_FINISH -> whole.with(new Manner(AnswerEnd.FIN, whole.finishAt(), delimited));
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
                  .filter(
                      event ->
                          event.part() == EventContent.SAID || event.part() == EventContent.CALL)
                  .toList(),
              whole.manner());
      case BYTE_BY_BYTE -> whole.with(bytes(whole.body()));
      case CRLF ->
          stream(dialect, events.stream().map(ScriptedAnswer::crlf).toList(), whole.manner());
      case COMMENTS -> stream(dialect, commented(dialect, events), whole.manner());
      case GZIP -> whole.with("Content-Encoding", "gzip").with(gzip(whole.body()));
      case ECHO_KEY ->
          json(401, dialect.error("Incorrect API key provided: " + authorization, "invalid_key"));
      case CONTEXT_TOO_LONG -> json(400, dialect.contextTooLong());
      case REDIRECT -> plain(307, "text/plain", "").with("Location", bad.say().text());
      case DUPLICATE_END -> {
        List<DialectEvent> twice = new ArrayList<>(events);
        events.stream()
            .filter(
                event -> event.part() == EventContent.FINISH || event.part() == EventContent.END)
            .forEach(event -> twice.add(new DialectEvent(EventContent.END, event.text())));
        yield stream(dialect, twice, whole.manner());
      }
      case INVALID_UTF8 -> whole.with(whole.body().stream().map(ScriptedAnswer::broken).toList());
      case ENDLESS_LINE -> whole.with(new Manner(AnswerEnd.FOREVER, 0, delimited));
    };
  }

  private static ScriptedAnswer stream(Dialect dialect, List<DialectEvent> events, Manner manner) {
    List<byte[]> pieces = new ArrayList<>();
    int length = 0;
    int finish = 0;
    for (DialectEvent event : events) {
      byte[] bytes = event.text().getBytes(StandardCharsets.UTF_8);
      pieces.add(bytes);
      length += bytes.length;
      finish = event.part() == EventContent.FINISH ? length : finish;
    }
    return new ScriptedAnswer(
        200, Map.of("Content-Type", dialect.mediaType()), pieces, finish, manner);
  }

  private static List<DialectEvent> failing(
      Dialect dialect, List<DialectEvent> events, int afterBytes) {
    List<DialectEvent> broken = new ArrayList<>();
    int length = 0;
    for (int i = 0; i < events.size() && (i == 0 || length < afterBytes); i++) {
      broken.add(events.get(i));
      length += events.get(i).text().getBytes(StandardCharsets.UTF_8).length;
    }
    broken.add(new DialectEvent(EventContent.SAID, dialect.errorEvent("the engine fell over")));
    return broken;
  }

  private static List<DialectEvent> halfCall(List<DialectEvent> events) {
    List<DialectEvent> begun = new ArrayList<>();
    for (DialectEvent event : events) {
      if (event.part() == EventContent.FINISH) {
        break;
      }
      begun.add(event);
    }
    if (begun.getLast().part() != EventContent.CALL) {
      throw new IllegalArgumentException("half_call needs a call");
    }
    String last = begun.removeLast().text();
    begun.add(new DialectEvent(EventContent.CALL, last.substring(0, last.length() / 2)));
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

  private static DialectEvent crlf(DialectEvent event) {
    return new DialectEvent(event.part(), event.text().replace("\n", "\r\n"));
  }

  private static List<DialectEvent> commented(Dialect dialect, List<DialectEvent> events) {
    List<DialectEvent> noisy = new ArrayList<>();
    for (DialectEvent event : events) {
      noisy.add(new DialectEvent(EventContent.SAID, dialect.comment()));
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

  private ScriptedAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new ScriptedAnswer(status, more, body, finishAt, manner);
  }

  private ScriptedAnswer with(Manner other) {
    return new ScriptedAnswer(status, headers, body, finishAt, other);
  }

  private ScriptedAnswer with(List<byte[]> other) {
    return new ScriptedAnswer(status, headers, other, finishAt, manner);
  }
}
