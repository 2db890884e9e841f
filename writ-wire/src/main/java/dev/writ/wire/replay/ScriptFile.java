// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.wire.replay;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.ModelReply.FinishReason;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.wire.http.RefusalReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Reads scripts, the same that the scripted model server of the tests plays over HTTP:
///
/// ```
/// {"turns":[
///   {"text":"I look.","calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
///   {"status":429,"retry_after":1},
///   {"misbehave":"cut_fin"},
///   {"text":"Done.","reasoning":"…","finish":"length","usage":{"input":10,"output":2}}
/// ]}
/// ```
///
/// Misbehaviour of the wire becomes the failure that it would have led to.
final class ScriptFile {
  private static final int MAX_TEXT_KB = 64 * 1024;
  private static final int CHARS_PER_KB = 1024;
  private static final String FILLER =
      "The quick brown fox jumps over the lazy dog, line by line.\n";

  private ScriptFile() {}

  static List<ScriptedReply> read(String script) throws JsonException {
    List<ScriptedReply> turns = new ArrayList<>();
    Json.Obj document = JsonReader.readObject(script);
    if (document.get("turns").isEmpty()) {
      throw new JsonException("a script needs its \"turns\"", 1, 1);
    }
    for (Json item : document.items("turns")) {
      String place = "turn " + (turns.size() + 1) + ": ";
      if (!(item instanceof Json.Obj turn)) {
        throw new JsonException(place + "an object was expected", 1, 1);
      }
      turns.add(turn(turn, place));
    }
    return turns;
  }

  private static ScriptedReply turn(Json.Obj turn, String place) throws JsonException {
    if (turn.number("status").isPresent()) {
      int status = (int) turn.number("status").getAsLong();
      String retryAfter =
          turn.get("retry_after")
              .map(value -> value instanceof Json.Text(String text) ? text : value.write())
              .orElse("");
      return new ScriptedReply.Fails(
          RefusalReader.scripted(status, retryAfter, turn.text("message").orElse("by the script")));
    }
    String how = turn.text("misbehave").orElse("");
    return switch (how) {
      case "",
          "cut_after_finish",
          "odd_usage",
          "nulls",
          "same_ids",
          "no_ids",
          "byte_by_byte",
          "crlf",
          "comments",
          "gzip",
          "duplicate_end",
          "one_piece",
          "invalid_utf8" ->
          says(turn, place);
      case "cut_fin", "cut_rst", "half_call", "no_end" -> fails(ProviderErrorKind.CUT, how);
      case "stall" -> fails(ProviderErrorKind.TIMEOUT, how);
      case "garbage", "html", "empty", "null_choices", "endless_line" ->
          fails(ProviderErrorKind.MALFORMED, how);
      case "error_event" -> fails(ProviderErrorKind.SERVER_ERROR, how);
      case "echo_key" -> fails(ProviderErrorKind.UNAUTHORISED, how);
      case "context_too_long" -> fails(ProviderErrorKind.CONTEXT_TOO_LONG, how);
      case "redirect" -> fails(ProviderErrorKind.REJECTED, how);
      default -> throw new JsonException(place + "unknown misbehaviour \"" + how + "\"", 1, 1);
    };
  }

  private static ScriptedReply fails(ProviderErrorKind kind, String how) {
    return new ScriptedReply.Fails(new ProviderError(kind, "by the script: " + how, Duration.ZERO));
  }

  private static ScriptedReply says(Json.Obj turn, String place) throws JsonException {
    List<ToolCall> calls = new ArrayList<>();
    for (Json item : turn.items("calls")) {
      if (!(item instanceof Json.Obj call) || call.text("tool").isEmpty()) {
        throw new JsonException(place + "a call needs a \"tool\"", 1, 1);
      }
      Json arguments = call.get("arguments").orElse(Json.Obj.EMPTY);
      calls.add(
          new ToolCall(
              call.text("id").orElse(""),
              call.text("tool").orElse(""),
              arguments instanceof Json.Text(String raw) ? raw : arguments.write()));
    }
    Json.Obj usage = turn.object("usage");
    return new ScriptedReply.Says(
        turn.text("text").orElse("") + filler(turn.number("text_kb").orElse(0), place),
        turn.text("reasoning").orElse(""),
        calls,
        finish(turn.text("finish").orElse("stop"), place),
        new TokenUsage(
            usage.number("input").orElse(100), usage.number("output").orElse(20), 0, 0, 0));
  }

  private static FinishReason finish(String finish, String place) throws JsonException {
    return switch (finish) {
      case "stop" -> FinishReason.STOP;
      case "tool_calls" -> FinishReason.CALLS;
      case "length" -> FinishReason.LENGTH;
      case "content_filter" -> FinishReason.REFUSED;
      default -> throw new JsonException(place + "unknown finish \"" + finish + "\"", 1, 1);
    };
  }

  private static String filler(long kilobytes, String place) throws JsonException {
    if (kilobytes < 0 || kilobytes > MAX_TEXT_KB) {
      throw new JsonException(place + "text_kb must be 0 to " + MAX_TEXT_KB, 1, 1);
    }
    int length = (int) kilobytes * CHARS_PER_KB;
    return FILLER.repeat(length / FILLER.length() + 1).substring(0, length);
  }
}
