// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.call;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.records.audit.GateAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The end of a call. It contains tools' text: the front end escapes it for display.
///
/// @param words a few, which follow the title; may be empty
/// @param below lines to show under it: the end of what a failed command printed, the steps of a
///     plan
/// @param advice what to do about a denial; may be empty
public record CallStatus(Mark mark, String words, List<String> below, String advice) {
  /// How many of the last lines of a failed command are shown.
  public static final int LAST_LINES = 5;

  private static final int MAX_WORDS_CHARS = 160;
  private static final Optional<String> NONE = Optional.empty();
  private static final String ABORTED = " was aborted by the person while it ran. ";
  private static final String PERSON_SAID = "The person said";
  private static final String EXIT_CODE = "exit_code";

  public CallStatus {
    below = List.copyOf(below);
  }

  private CallStatus(Mark mark, String words, List<String> below) {
    this(mark, words, below, "");
  }

  /// Whether a call did what it should.
  public enum Mark {
    /// It did.
    DONE("✓"),
    /// It was denied or failed, or its command did.
    FAILED("✗"),
    /// It was only judged.
    UNPERFORMED("○");

    private final String symbol;

    Mark(String symbol) {
      this.symbol = symbol;
    }

    /// One character.
    public String symbol() {
      return symbol;
    }
  }

  /// The outcome of an answered call.
  public static CallStatus of(SessionEvent.Called called) {
    ToolResult result = called.result();
    if (result instanceof ToolResult.Failure(ToolError error, Json.Obj facts)) {
      return failed(error, facts, isDenied(called.answer()) ? advice(error) : NONE);
    }
    Json.Obj facts = result.metadata();
    if (facts.isTrue(ToolResult.UNPERFORMED)) {
      return new CallStatus(Mark.UNPERFORMED, "allowed, not done", List.of());
    }
    OptionalLong exit = facts.number(EXIT_CODE);
    boolean isStop = called.call().tool().equals("stop_command");
    if (exit.isPresent() && exit.getAsLong() != 0 && !isStop) {
      return new CallStatus(
          Mark.FAILED,
          "exit " + exit.getAsLong() + time(facts).map(time -> " (" + time + ")").orElse(""),
          last(printed(result.content())));
    }
    return done(called.call(), facts);
  }

  /// A call without a proposal, or whose file changed, failed: no gate denied it.
  private static boolean isDenied(CallAnswer answer) {
    return answer.gates().stream()
            .filter(GateAnswer::denies)
            .noneMatch(gate -> gate.gate().equals("proposal") || gate.gate().equals("lock"))
        && answer.denied();
  }

  /// The words with what joins them to a title.
  public String suffix() {
    if (words.isEmpty()) {
      return "";
    }
    return words.startsWith("(") || words.startsWith("+") ? " " + words : ": " + words;
  }

  private static CallStatus failed(ToolError error, Json.Obj facts, Optional<String> advice) {
    List<String> lines = error.message().strip().lines().toList();
    String first = lines.isEmpty() ? "" : lines.getFirst().strip();
    if (error.code() == ErrorCode.CALL_ABORTED) {
      return new CallStatus(Mark.FAILED, stopped(String.join(" ", lines)), List.of());
    }
    if (error.code() == ErrorCode.APPROVAL_REJECTED) {
      return new CallStatus(Mark.FAILED, first.replace(PERSON_SAID, "you said"), List.of());
    }
    List<String> below =
        new ArrayList<>(lines.size() > 1 ? last(lines.subList(1, lines.size())) : List.of());
    if (error.code() == ErrorCode.COMMAND_TIMEOUT) {
      String after = time(facts).map(time -> " after " + time).orElse("");
      return new CallStatus(Mark.FAILED, "timed out" + after, below);
    }
    if (error.code() == ErrorCode.UNKNOWN_TOOL) { // the names of all tools are for the model
      return new CallStatus(Mark.FAILED, "unknown tool [" + error.code() + "]", List.of());
    }
    String words =
        (advice.isPresent() ? "denied: " : "") + shortened(first) + " [" + error.code() + "]";
    return new CallStatus(Mark.FAILED, words, below, advice.orElse(""));
  }

  /// What the person stopped, without what they know.
  private static String stopped(String message) {
    int known = message.indexOf(ABORTED);
    return known < 0 ? message : "stopped. " + message.substring(known + ABORTED.length());
  }

  private static String shortened(String line) {
    return line.length() <= MAX_WORDS_CHARS ? line : line.substring(0, MAX_WORDS_CHARS) + "…";
  }

  /// The person's remedy; the error's own remedy is for the model. The reason of the denial names
  /// `writ init` if that would help.
  private static Optional<String> advice(ToolError error) {
    return Optional.of(
        switch (error.code()) {
          case APPROVAL_UNAVAILABLE -> "at a terminal you would be asked";
          case AUTHORITY_DENIED ->
              "to allow it, change .writ/project.yaml and confirm it with 'writ trust'";
          case TOOL_NOT_ALLOWED_IN_MODE ->
              "another mode may allow it: /mode in a chat, else --mode";
          case APPROVAL_REJECTED -> "";
          default -> error.requiredAction();
        });
  }

  private static CallStatus done(ToolCall call, Json.Obj facts) {
    String changed = facts.text("changed").map(count -> count.replace('-', '−')).orElse("");
    String words =
        switch (call.tool()) {
          case "read_file" -> read(CallArguments.of(call), facts);
          case "list_files" -> counted(facts, "total_matches", "file", "files");
          case "search_files" -> found(facts);
          case "delete_path" ->
              facts.number("deleted").orElse(1) > 1
                  ? counted(facts, "deleted", "entry", "entries")
                  : "";
          case "run_background" -> "in the background as " + facts.text("id").orElse("a command");
          case "command_output" -> background(facts);
          case "stop_command" -> time(facts).map(time -> "(ran " + time + ")").orElse("");
          case "run_command" -> time(facts).map(time -> "(" + time + ")").orElse("");
          default -> changed;
        };
    List<String> below = call.tool().equals("update_plan") ? plan(call) : List.of();
    return new CallStatus(Mark.DONE, words, below);
  }

  private static String read(CallArguments arguments, Json.Obj facts) {
    long total = facts.number("total_lines").orElse(0);
    long delivered = facts.number("delivered_lines").orElse(0);
    if (delivered == 0 || delivered == total) {
      return total == 0 ? "empty" : counted(facts, "total_lines", "line", "lines");
    }
    long first = arguments.json().number("offset").orElse(1);
    return "lines %d–%d of %d".formatted(first, first + delivered - 1, total);
  }

  private static String found(Json.Obj facts) {
    if (facts.number("total_matches").orElse(0) == 0) {
      return "no matches";
    }
    String matches = counted(facts, "total_matches", "match", "matches");
    return facts.number("matching_files").isEmpty()
        ? matches
        : matches + " in " + counted(facts, "matching_files", "file", "files");
  }

  private static String background(Json.Obj facts) {
    if (facts.isTrue("running")) {
      return "running";
    }
    String how = facts.number(EXIT_CODE).isEmpty() ? "ended" : "exit 0";
    return how + time(facts).map(time -> " (" + time + ")").orElse("");
  }

  private static String counted(Json.Obj facts, String member, String one, String many) {
    long count = facts.number(member).orElse(0);
    return (count == 0 ? "no" : count) + " " + (count == 1 ? one : many);
  }

  private static Optional<String> time(Json.Obj facts) {
    OptionalLong millis = facts.number("duration_ms");
    return millis.isEmpty()
        ? Optional.empty()
        : Optional.of(new ElapsedTime(Duration.ofMillis(millis.getAsLong())).text());
  }

  /// The steps of a plan with their marks.
  private static List<String> plan(ToolCall call) {
    List<String> lines = new ArrayList<>();
    for (Json step : CallArguments.of(call).json().items("steps")) {
      if (step instanceof Json.Obj one) {
        String mark =
            switch (one.text("status").orElse("")) {
              case "done", "completed" -> "☑ ";
              case "in_progress" -> "▸ ";
              default -> "☐ ";
            };
        lines.add(mark + one.text("step").orElse(""));
      }
    }
    return lines;
  }

  /// The output of a command, without blank lines.
  ///
  /// @param content of its result
  public static List<String> printed(String content) {
    List<String> lines = content.strip().lines().filter(line -> !line.isBlank()).toList();
    boolean coded = !lines.isEmpty() && lines.getFirst().startsWith("exit code ");
    return lines.subList(coded ? 1 : 0, lines.size()).stream()
        .filter(line -> !line.equals("stderr:") && !line.equals(ToolResult.NO_OUTPUT))
        .toList();
  }

  private static List<String> last(List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
  }
}
