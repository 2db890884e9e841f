// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.markdown.DiffLines;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A call of a tool as lines: one line, the change it made in colour, the end of a long output.
final class ToolLines {
  private static final int FEW_LINES = 4;
  private static final int DIFF_LINES = 16;
  private static final int MOST_NAME = 300;

  private ToolLines() {}

  /// The lines of an answered call.
  static List<StyledLine> of(SessionEvent.Called called, int width) {
    ToolResult result = called.result();
    boolean failed = result instanceof ToolResult.Failure;
    List<StyledLine> lines = new ArrayList<>();
    lines.add(
        StyledLine.of(
                new StyledSpan(failed ? TextRole.ERROR : TextRole.GOOD, failed ? "✗ " : "✓ "),
                new StyledSpan(TextRole.BOLD, called.call().tool()),
                StyledSpan.of(subject(called)),
                new StyledSpan(failed ? TextRole.ERROR : TextRole.DIM, outcome(result)))
            .cut(width));
    if (!failed) {
      lines.addAll(folded(change(called.call()), DIFF_LINES, width));
    }
    if (isCommand(called.call())) {
      lines.addAll(tail(result.content(), width));
    }
    return lines;
  }

  static boolean isCommand(ToolCall call) {
    return call.tool().equals("run_command");
  }

  /// What a call is about.
  private static String subject(SessionEvent.Called called) {
    String what =
        called.answer().effects().stream()
            .map(effect -> " " + effect.strip())
            .collect(Collectors.joining());
    String name = DisplayText.name(what.isEmpty() ? subject(called.call()) : what);
    return name.length() > MOST_NAME ? name.substring(0, MOST_NAME) + "…" : name;
  }

  /// What a call that runs is about, by its arguments.
  static String subject(ToolCall call) {
    Json.Obj arguments = arguments(call);
    for (String name : List.of("command", "path", "program", "pattern", "query")) {
      if (arguments.text(name).isPresent()) {
        String rest =
            arguments.items("args").stream()
                .filter(Json.Text.class::isInstance)
                .map(item -> " " + ((Json.Text) item).value())
                .collect(Collectors.joining());
        return " " + arguments.text(name).orElse("").replace('\n', ' ') + rest;
      }
    }
    return "";
  }

  private static Json.Obj arguments(ToolCall call) {
    try {
      return JsonReader.readObject(call.arguments());
    } catch (JsonException _) {
      return Json.Obj.EMPTY;
    }
  }

  private static String outcome(ToolResult result) {
    if (result instanceof ToolResult.Failure(ToolError error, var _)) {
      return error.code() == ErrorCode.CALL_ABORTED
          ? " → " + error.message()
          : " → " + error.code() + ": " + error.message();
    }
    if (result.metadata().isTrue(ToolResult.UNPERFORMED)) {
      return " → allowed, not done";
    }
    String exit =
        result.metadata().number("exit_code").stream()
            .filter(code -> code != 0)
            .mapToObj(code -> " → exit " + code)
            .findFirst()
            .orElse("");
    return exit + result.metadata().text("changed").map(c -> " → " + c).orElse("");
  }

  /// The change that a call asked for, as lines of a difference.
  private static List<String> change(ToolCall call) {
    Json.Obj arguments = arguments(call);
    List<String> lines = new ArrayList<>();
    if (call.tool().equals("edit_file")) {
      arguments.text("old_text").ifPresent(text -> text.lines().forEach(l -> lines.add("- " + l)));
      arguments.text("new_text").ifPresent(text -> text.lines().forEach(l -> lines.add("+ " + l)));
    } else if (call.tool().equals("write_file")) {
      arguments.text("content").ifPresent(text -> text.lines().forEach(l -> lines.add("+ " + l)));
    } else if (call.tool().equals("apply_patch")) {
      arguments.text("patch").ifPresent(text -> text.lines().forEach(lines::add));
    }
    return lines;
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

  private static StyledLine more(int lines) {
    return StyledLine.of(TextRole.DIM, "    … " + lines + " more lines (Ctrl-O shows all)");
  }

  private static List<StyledLine> tail(String output, int width) {
    List<String> all = output.strip().lines().toList();
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

  /// All of a call: its arguments and its output.
  static List<StyledLine> whole(SessionEvent.Called called, int width) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(
        StyledLine.of(
                new StyledSpan(TextRole.BOLD, called.call().tool()), StyledSpan.of(subject(called)))
            .cut(width));
    List<String> change = change(called.call());
    List<String> text = change.isEmpty() ? called.result().content().lines().toList() : change;
    for (String line : text) {
      TextRole role = change.isEmpty() ? TextRole.TEXT : DiffLines.role(line);
      for (StyledLine part : LineWrap.chop(role, line, Math.max(width - 4, 8))) {
        lines.add(part.after(StyledSpan.of("    ")));
      }
    }
    return lines;
  }
}
