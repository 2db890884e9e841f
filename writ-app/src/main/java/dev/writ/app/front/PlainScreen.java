// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.app.call.CallChange;
import dev.writ.app.call.CallStatus;
import dev.writ.app.call.CallTitle;
import dev.writ.app.call.ModelNotices;
import dev.writ.app.front.ScreenStyle.DetailLevel;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Shows a session as plain lines: the model's words as they come, a line per call. Whatever comes
/// from outside is made inert here, also where it is cut across pieces.
public final class PlainScreen implements Consumer<SessionEvent> {
  private static final int MAX_LINE_CHARS = 160;
  private static final int DETAIL_LINES = 40;

  /// How many of the last lines of a command that did what it should are shown.
  private static final int FEW_LINES = 3;

  private static final String OUTPUT = "  │ ";

  private final PrintStream notes;
  private final ScreenStyle style;
  private final MessageWords words;
  private final ModelNotices notices = new ModelNotices();

  /// The last lines that the running command has shown while it ran.
  private final List<String> live = new ArrayList<>();

  /// @param out for the model's words
  /// @param notes for everything else
  public PlainScreen(PrintStream out, PrintStream notes, ScreenStyle style) {
    this.notes = notes;
    this.style = style;
    this.words = new MessageWords(out, notes, style);
  }

  @Override
  public void accept(SessionEvent event) {
    switch (event) {
      case SessionEvent.Streaming(AnswerDelta.TextDelta(String text)) -> words.append(text);
      case SessionEvent.Streaming(AnswerDelta.Reasoning _),
          SessionEvent.Streaming(AnswerDelta.CallBegun _) -> {}
      case SessionEvent.Calling _ -> words.passed();
      case SessionEvent.Output(ToolCall call, var _, String lines) -> output(call, lines);
      case SessionEvent.Called called -> called(called);
      case SessionEvent.Retrying retrying -> failed(notices.of(retrying, words.withdraw()));
      case SessionEvent.Substituted substituted ->
          failed(notices.of(substituted, words.withdraw()));
      case SessionEvent.Recorded(Json.Obj line) -> recorded(line);
      case SessionEvent.Ended(TurnEnd end) -> ended(end);
    }
  }

  private void failed(String line) {
    if (style.shows(DetailLevel.WORDS)) {
      note("[" + DisplayText.line(line) + "]");
    }
  }

  /// The person learns what an aborted call did, whether or not calls are shown.
  private void called(SessionEvent.Called called) {
    words.passed();
    boolean aborted =
        called.result() instanceof ToolResult.Failure(ToolError error, var _)
            && error.code() == ErrorCode.CALL_ABORTED;
    if (aborted || style.shows(DetailLevel.CALLS)) {
      CallStatus status = CallStatus.of(called);
      String title = status.mark().symbol() + " " + title(called.call());
      String whole = title + DisplayText.line(status.suffix());
      note(status.mark() == CallStatus.Mark.FAILED ? whole : shortened(whole));
      if (!status.below().equals(live)) {
        boolean printed = status.mark() == CallStatus.Mark.FAILED;
        status.below().forEach(line -> below(printed ? OUTPUT : "    ", line));
      }
      if (!status.advice().isEmpty()) {
        below("  → ", status.advice());
      }
      if (style.shows(DetailLevel.DETAILS)) {
        details(called, status);
      } else if (status.mark() == CallStatus.Mark.DONE && isCommand(called) && live.isEmpty()) {
        excerpt(CallStatus.printed(called.result().content()));
      }
    }
    live.clear();
  }

  private static boolean isCommand(SessionEvent.Called called) {
    return called.call().tool().equals("run_command");
  }

  /// The end of what a command printed that did what it should.
  private void excerpt(List<String> lines) {
    int over = Math.max(0, lines.size() - FEW_LINES);
    if (over > 0) {
      below(OUTPUT, "… +" + over + (over == 1 ? " line" : " lines"));
    }
    lines.subList(over, lines.size()).forEach(line -> below(OUTPUT, line));
  }

  private static String title(ToolCall call) {
    return CallTitle.of(call).line();
  }

  /// The changes or output of a call that are not shown yet.
  private void details(SessionEvent.Called called, CallStatus status) {
    List<String> change = CallChange.of(called.call()).lines();
    boolean told = called.result() instanceof ToolResult.Failure || !status.below().isEmpty();
    List<String> lines =
        !change.isEmpty() || told ? change : called.result().content().strip().lines().toList();
    int shown = isCommand(called) ? lines.size() : Math.min(DETAIL_LINES, lines.size());
    lines.subList(0, shown).forEach(line -> below(OUTPUT, line));
    if (lines.size() > shown) {
      below(OUTPUT, "… " + (lines.size() - shown) + " more lines");
    }
  }

  /// A command's output while it runs, distinct from the model's words.
  private void output(ToolCall call, String lines) {
    words.passed();
    if (style.shows(DetailLevel.CALLS)) {
      if (live.isEmpty()) {
        note(shortened("· " + title(call)));
      }
      lines.lines().forEach(this::output);
    }
  }

  private void output(String line) {
    below(OUTPUT, line);
    if (!line.isBlank()) {
      live.add(line);
    }
    if (live.size() > CallStatus.LAST_LINES) {
      live.removeFirst();
    }
  }

  private void below(String margin, String line) {
    note(shortened(margin + DisplayText.line(line.replace("\t", "  "))));
  }

  private void note(String line) {
    String symbols = style.symbols().of(line);
    Optional<TerminalPaint> paint = style.painted();
    if (paint.isPresent()) {
      notes.flush();
      paint.get().write(paint.get().line(symbols) + "\n");
    } else {
      notes.println(symbols);
    }
  }

  private static String shortened(String line) {
    return line.length() <= MAX_LINE_CHARS ? line : line.substring(0, MAX_LINE_CHARS) + "…";
  }

  /// Messages of hooks and quality commands for the person.
  private void recorded(Json.Obj line) {
    switch (line.text("type").orElse("")) {
      case "assistant" -> words.complete();
      case "notice" -> remark(line.text("content").orElse(""));
      case "provider_switch" -> notices.of(line).ifPresent(this::remark);
      default -> {}
    }
  }

  private void remark(String text) {
    if (style.shows(DetailLevel.WORDS)) {
      words.interrupted();
      note("[" + DisplayText.text(text) + "]");
    }
  }

  private void ended(TurnEnd end) {
    switch (end) {
      case TurnEnd.FinalAnswer(String text, var _) -> words.answer(text);
      case TurnEnd.Stopped stopped -> {
        words.passed();
        note("writ: " + stopped.code() + ": " + DisplayText.line(stopped.message()));
        note("  " + stopped.code().remedy());
      }
      case TurnEnd.Aborted _ -> {
        words.passed();
        note("[aborted]");
      }
    }
    words.flush();
  }
}
