// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.testkit.ScriptTurn.AnswerFault;
import dev.writ.testkit.ScriptTurn.ErrorStatus;
import dev.writ.testkit.ScriptTurn.FaultyAnswer;
import dev.writ.testkit.ScriptTurn.PlainAnswer;
import dev.writ.testkit.ScriptTurn.ScriptedCall;
import dev.writ.testkit.ScriptTurn.StatedUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A model's turns, written down. The same file plays in the `replay` provider:
///
/// ```
/// {"turns":[
///   {"text":"I look.","calls":[{"tool":"read_file","arguments":{"path":"a.txt"}}]},
///   {"misbehave":"cut_fin","after_bytes":200,"text":"never seen whole"},
///   {"status":429,"retry_after":1},
///   {"text_kb":250},
///   {"text":"Done.","reasoning":"…","finish":"length","usage":{"input":10,"output":2}}
/// ]}
/// ```
///
/// @param turns what is done with the first, second… request
public record Script(List<ScriptTurn> turns) {
  private static final int MAX_TEXT_KB = 64 * 1024;
  private static final String FILLER =
      "The quick brown fox jumps over the lazy dog, line by line.\n";

  public Script {
    turns = List.copyOf(turns);
  }

  /// A script of these turns.
  public static Script of(ScriptTurn... turns) {
    return new Script(List.of(turns));
  }

  /// Reads a script from its JSON text.
  ///
  /// @throws JsonException where it is no JSON
  /// @throws IllegalArgumentException where it is no script
  public static Script parse(String text) throws JsonException {
    List<ScriptTurn> turns = new ArrayList<>();
    for (Json turn : JsonReader.readObject(text).items("turns")) {
      if (!(turn instanceof Json.Obj object)) {
        throw new IllegalArgumentException("turn " + (turns.size() + 1) + " is not an object");
      }
      turns.add(turn(object));
    }
    return new Script(turns);
  }

  private static ScriptTurn turn(Json.Obj turn) {
    if (turn.number("status").isPresent()) {
      int code = (int) turn.number("status").getAsLong();
      String retryAfter =
          turn.get("retry_after")
              .map(value -> value instanceof Json.Text(String word) ? word : value.write())
              .orElse("");
      return new ErrorStatus(
          code, retryAfter, turn.text("message").orElse("status " + code + " on purpose"));
    }
    PlainAnswer say = say(turn);
    return turn.text("misbehave")
        .<ScriptTurn>map(
            how ->
                new FaultyAnswer(
                    AnswerFault.valueOf(how.toUpperCase(Locale.ROOT)),
                    (int) turn.number("after_bytes").orElse(0),
                    turn.text("framing").orElse("chunked").equals("close"),
                    say))
        .orElse(say);
  }

  private static PlainAnswer say(Json.Obj turn) {
    List<ScriptedCall> calls = new ArrayList<>();
    for (Json item : turn.items("calls")) {
      if (!(item instanceof Json.Obj call) || call.text("tool").isEmpty()) {
        throw new IllegalArgumentException("a call needs a tool: " + item.write());
      }
      Json arguments = call.get("arguments").orElse(Json.Obj.EMPTY);
      calls.add(
          new ScriptedCall(
              call.text("tool").orElse(""),
              arguments instanceof Json.Text(String raw) ? raw : arguments.write(),
              call.text("id").orElse("")));
    }
    Json.Obj usage = turn.object("usage");
    return new PlainAnswer(
        turn.text("text").orElse("") + filler(turn.number("text_kb").orElse(0)),
        turn.text("reasoning").orElse(""),
        calls,
        turn.text("finish").orElse(""),
        new StatedUsage(
            usage.number("input").orElse(StatedUsage.DEFAULT.input()),
            usage.number("output").orElse(StatedUsage.DEFAULT.output()),
            usage.number("cached").orElse(0)));
  }

  private static String filler(long kilobytes) {
    if (kilobytes < 0 || kilobytes > MAX_TEXT_KB) {
      throw new IllegalArgumentException("text_kb must be 0 to " + MAX_TEXT_KB);
    }
    int length = (int) kilobytes * 1024;
    return FILLER.repeat(length / FILLER.length() + 1).substring(0, length);
  }
}
