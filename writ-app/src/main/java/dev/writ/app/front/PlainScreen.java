// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import java.io.PrintStream;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Shows a session as plain lines: the model's words as they come, a line per call. Whatever comes
/// from outside is made inert here, also where it is cut across pieces.
public final class PlainScreen implements Consumer<SessionEvent> {
  private static final int MAX_LINE_CHARS = 160;

  private final PrintStream out;
  private final PrintStream notes;
  private final boolean showCalls;
  private String held = "";
  private boolean atLineStart = true;

  /// @param out for the model's words
  /// @param notes for everything else
  /// @param showCalls whether calls get a line (`ui.show_tool_calls`)
  public PlainScreen(PrintStream out, PrintStream notes, boolean showCalls) {
    this.out = out;
    this.notes = notes;
    this.showCalls = showCalls;
  }

  @Override
  public void accept(SessionEvent event) {
    if (event instanceof SessionEvent.Streaming(AnswerDelta.Text(String text))) {
      words(text);
    } else if (event instanceof SessionEvent.Output(var _, var _, String lines)) {
      output(lines);
    } else if (event
        instanceof SessionEvent.Called(ToolCall call, ToolResult result, CallAnswer answer)) {
      call(call, result, answer);
    } else if (event instanceof SessionEvent.Retrying retrying) {
      endLine();
      notes.println(
          "[discarded, retry %d in %d ms: %s]"
              .formatted(
                  retrying.attempt(),
                  retrying.pause().toMillis(),
                  DisplayText.line(retrying.trouble().message())));
    } else if (event instanceof SessionEvent.Recorded(Json.Obj line)) {
      notice(line);
    } else if (event instanceof SessionEvent.Ended(TurnEnd end)) {
      endLine();
      ended(end);
      out.flush();
    }
  }

  private void words(String text) {
    String whole = held + text;
    boolean cut = !whole.isEmpty() && Character.isHighSurrogate(whole.charAt(whole.length() - 1));
    held = cut ? whole.substring(whole.length() - 1) : "";
    String shown = cut ? whole.substring(0, whole.length() - 1) : whole;
    if (!shown.isEmpty()) {
      out.print(DisplayText.text(shown));
      out.flush();
      atLineStart = shown.endsWith("\n");
    }
  }

  private void endLine() {
    if (!atLineStart) {
      out.println();
      atLineStart = true;
    }
    held = "";
  }

  /// The person learns what an aborted call did, whether or not calls are shown.
  private void call(ToolCall call, ToolResult result, CallAnswer answer) {
    endLine();
    boolean aborted =
        result instanceof ToolResult.Failure(ToolError error, var _)
            && error.code() == ErrorCode.CALL_ABORTED;
    if (showCalls && !aborted) {
      String how =
          result instanceof ToolResult.Failure(ToolError error, var _)
              ? error.code() + ": " + error.message()
              : success(result);
      notes.println(subject(call, answer) + " → " + shortened(DisplayText.line(how)));
    } else if (result instanceof ToolResult.Failure(ToolError error, var _) && aborted) {
      notes.println(subject(call, answer) + " → " + DisplayText.line(error.message()));
    }
  }

  private static String subject(ToolCall call, CallAnswer answer) {
    String what =
        answer.effects().stream().map(effect -> " " + effect.strip()).collect(Collectors.joining());
    return shortened("· " + DisplayText.line(call.tool()) + DisplayText.name(what));
  }

  /// What a command writes while it runs, set apart from the model's words.
  private void output(String lines) {
    endLine();
    if (showCalls) {
      lines.lines().forEach(line -> notes.println(shortened("  │ " + DisplayText.line(line))));
    }
  }

  private static String success(ToolResult result) {
    return result.metadata().isTrue(ToolResult.UNPERFORMED)
        ? "allowed, not done"
        : "ok" + result.metadata().text("changed").map(c -> " (" + c + ")").orElse("");
  }

  private static String shortened(String line) {
    return line.length() <= MAX_LINE_CHARS ? line : line.substring(0, MAX_LINE_CHARS) + "…";
  }

  /// What hooks and quality commands have to say to the person.
  private void notice(Json.Obj line) {
    String type = line.text("type").orElse("");
    if (type.equals("notice")) {
      endLine();
      notes.println(DisplayText.text("[" + line.text("content").orElse("") + "]"));
    } else if (type.equals("provider_switch")) {
      endLine();
      notes.println("[" + name(line.object("from")) + " → " + name(line.object("to")) + "]");
    }
  }

  private static String name(Json.Obj model) {
    return DisplayText.line(
        model.text("provider").orElse("") + "/" + model.text("model").orElse(""));
  }

  private void ended(TurnEnd end) {
    if (end instanceof TurnEnd.Stopped stopped) {
      notes.println("writ: " + stopped.code() + ": " + DisplayText.line(stopped.message()));
      notes.println("  " + stopped.code().remedy());
    } else if (end instanceof TurnEnd.Aborted) {
      notes.println("[aborted]");
    }
  }
}
