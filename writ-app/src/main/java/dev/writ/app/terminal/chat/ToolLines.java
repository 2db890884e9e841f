// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.call.CallChange;
import dev.writ.app.call.CallStatus;
import dev.writ.app.call.CallTitle;
import dev.writ.app.terminal.markdown.DiffLines;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.records.audit.GateAnswer;
import java.util.ArrayList;
import java.util.List;

/// A call of a tool as lines: one line, the change it made in colour, the end of a long output.
final class ToolLines {
  private static final int FEW_LINES = 5;
  private static final int DIFF_LINES = 16;

  /// How the records call who agreed, and what follows where it was to more than one call.
  private static final String PERSON = "a person";

  private static final String FOR_LONGER = ", for the ";

  private ToolLines() {}

  /// The lines of an answered call.
  static List<StyledLine> of(SessionEvent.Called called, int width) {
    CallStatus status = CallStatus.of(called);
    CallStatus.Mark mark = status.mark();
    boolean failed = mark == CallStatus.Mark.FAILED;
    TextRole role = failed ? TextRole.ERROR : TextRole.GOOD;
    List<StyledLine> lines = new ArrayList<>();
    List<StyledSpan> spans = new ArrayList<>();
    spans.add(new StyledSpan(role, mark.symbol() + " "));
    spans.addAll(title(called.call()));
    spans.add(new StyledSpan(failed ? TextRole.ERROR : TextRole.DIM, status.suffix()));
    spans.add(new StyledSpan(TextRole.DIM, agreement(called)));
    lines.addAll(
        failed
            ? LineWrap.wrap(spans, width, StyledLine.EMPTY, StyledLine.of(TextRole.TEXT, "  "))
            : List.of(StyledLine.of(spans.toArray(StyledSpan[]::new)).cut(width)));
    if (mark == CallStatus.Mark.DONE) {
      lines.addAll(folded(CallChange.of(called.call()).lines(), DIFF_LINES, width));
    }
    if (isCommand(called.call()) && called.result() instanceof ToolResult.Success) {
      lines.addAll(tail(called.result().content(), width));
    } else {
      for (String line : status.below()) {
        lines.addAll(
            LineWrap.wrap(
                List.of(StyledSpan.of(line)),
                width,
                StyledLine.of(TextRole.TEXT, "    "),
                StyledLine.of(TextRole.TEXT, "      ")));
      }
    }
    if (!status.advice().isEmpty()) {
      lines.addAll(
          LineWrap.wrap(
              List.of(StyledSpan.of(status.advice())),
              width,
              StyledLine.of(TextRole.TEXT, "  → "),
              StyledLine.of(TextRole.TEXT, "    ")));
    }
    return lines;
  }

  /// That a person was asked and agreed, and to what beyond this call.
  private static String agreement(SessionEvent.Called called) {
    if (!(called.result() instanceof ToolResult.Success)) {
      return "";
    }
    return called.answer().gates().stream()
        .filter(gate -> gate.kind() == GateAnswer.AnswerKind.APPROVED)
        .map(GateAnswer::detail)
        .filter(how -> how.equals(PERSON) || how.startsWith(PERSON + FOR_LONGER))
        .map(how -> how.substring(PERSON.length()).replaceFirst(":.*", "").replace(",", ""))
        .map(longer -> " · allowed" + longer)
        .findFirst()
        .orElse("");
  }

  static boolean isCommand(ToolCall call) {
    return call.tool().equals("run_command");
  }

  /// Whether a call set the model's plan.
  static boolean isPlan(SessionEvent.Called called) {
    return called.call().tool().equals("update_plan")
        && called.result() instanceof ToolResult.Success;
  }

  /// A verb, and what it is about.
  static List<StyledSpan> title(ToolCall call) {
    CallTitle title = CallTitle.of(call);
    return List.of(
        new StyledSpan(TextRole.BOLD, title.verb()),
        StyledSpan.of(title.object().isEmpty() ? "" : " " + title.object()));
  }

  private static List<StyledLine> folded(List<String> change, int most, int width) {
    List<String> head = change.size() > most ? change.subList(0, most) : change;
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : DiffLines.lines(head, Math.max(width - 4, 8))) {
      lines.add(line.after(StyledSpan.of("    ")));
    }
    if (change.size() > most) {
      lines.add(more(change.size() - most));
    }
    return lines;
  }

  /// A file's difference, perhaps without its end.
  ///
  /// @param most so many lines of it
  static List<StyledLine> of(FileDifference file, int most, int width) {
    List<StyledLine> lines = new ArrayList<>();
    lines.addAll(LineWrap.chop(TextRole.BOLD, file.title(), width));
    lines.addAll(folded(file.lines(), most, width));
    return lines;
  }

  private static StyledLine more(int lines) {
    String noun = lines == 1 ? "line" : "lines";
    return StyledLine.of(TextRole.DIM, "    … " + lines + " more " + noun + " (Ctrl-O shows all)");
  }

  private static List<StyledLine> tail(String output, int width) {
    List<String> all = CallStatus.printed(output);
    int from = Math.max(0, all.size() - FEW_LINES);
    List<StyledLine> lines = new ArrayList<>();
    if (from > 0) {
      lines.add(more(from));
    }
    for (String line : all.subList(from, all.size())) {
      lines.add(StyledLine.of(new StyledSpan(TextRole.DIM, "    " + line)).cut(width));
    }
    return lines;
  }

  /// What a result says; an error in words, not as the model gets it.
  private static List<String> words(ToolResult result) {
    return result instanceof ToolResult.Failure(ToolError error, var _)
        ? (error.message() + " [" + error.code() + "]").lines().toList()
        : result.content().lines().toList();
  }

  /// All of a call: its arguments and its output.
  static List<StyledLine> whole(SessionEvent.Called called, int width) {
    List<StyledLine> lines = new ArrayList<>();
    lines.addAll(LineWrap.chop(title(called.call()), width));
    List<String> change = CallChange.of(called.call()).lines();
    int room = Math.max(width - 4, 8);
    List<StyledLine> parts = new ArrayList<>(DiffLines.lines(change, room));
    if (change.isEmpty()) {
      words(called.result())
          .forEach(line -> parts.addAll(LineWrap.chop(TextRole.TEXT, line, room)));
    }
    parts.forEach(part -> lines.add(part.after(StyledSpan.of("    "))));
    return lines;
  }
}
