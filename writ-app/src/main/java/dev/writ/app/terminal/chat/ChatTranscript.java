// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.call.CallTitle;
import dev.writ.app.call.ModelNotices;
import dev.writ.app.terminal.markdown.MarkdownStream;
import dev.writ.app.terminal.pager.PagedText;
import dev.writ.app.terminal.screen.LineWrap;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.kernel.call.ToolCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The events of a session as lines: those that are finished, and those that still change.
final class ChatTranscript {
  private static final int OUTPUT_LINES = 3;
  private static final int DIFFERENCE_LINES = 40;
  private static final int PERSON_LINES = 12;

  private final List<StyledLine> finished = new ArrayList<>();
  private final Map<String, ToolCall> running = new LinkedHashMap<>();
  private final Deque<String> output = new ArrayDeque<>();
  private final ModelNotices notices = new ModelNotices();
  private boolean showCalls = true;
  private MarkdownStream words;

  /// The calls of the present or last turn that had any.
  private final List<SessionEvent.Called> calls = new ArrayList<>();

  /// What `/diff` showed last, until the next call; empty where nothing of it was folded.
  private List<FileDifference> compared = List.of();

  /// The model's last plan, as the line of its call shows it.
  private List<StyledLine> plan = List.of();

  /// The line of a command that has shown nothing yet.
  private List<StyledLine> command = List.of();

  private boolean turnOver;
  private boolean speaking;

  /// Words of a response are shown that is not complete yet.
  private boolean begun;

  private boolean blankAtEnd;

  /// What was said last is a call or was printed: words are kept apart from it.
  private boolean afterCall;

  private int width;
  private String held = "";

  ChatTranscript(int width) {
    this.width = width;
    this.words = new MarkdownStream(width);
  }

  /// Whether calls get a line.
  void showCalls(boolean wanted) {
    showCalls = wanted;
  }

  void width(int columns) {
    width = columns;
    words.width(columns);
  }

  int width() {
    return width;
  }

  /// Finished lines, once.
  List<StyledLine> takeFinished() {
    finished.addAll(words.takeFinished());
    List<StyledLine> taken = List.copyOf(finished);
    blankAtEnd = endsBlank();
    finished.clear();
    return taken;
  }

  /// Whether the last finished line is blank, so that what follows is set apart already.
  boolean endsBlank() {
    return finished.isEmpty() ? blankAtEnd : finished.getLast().equals(StyledLine.EMPTY);
  }

  /// What still changes.
  List<StyledLine> live(int most) {
    List<StyledLine> lines = new ArrayList<>(command);
    lines.addAll(words.live(Math.max(1, most)));
    for (ToolCall call : running.values()) {
      List<StyledSpan> spans = new ArrayList<>();
      spans.add(new StyledSpan(TextRole.ACCENT, "● "));
      spans.addAll(ToolLines.title(call));
      lines.add(StyledLine.of(spans.toArray(StyledSpan[]::new)).cut(width));
    }
    output.forEach(line -> lines.add(StyledLine.of(TextRole.DIM, "    " + line).cut(width)));
    int over = lines.size() - Math.max(1, most);
    return over > 0 ? lines.subList(over, lines.size()) : lines;
  }

  /// What the person said; they know the end of a long text, which they pasted.
  void person(String message) {
    blank();
    List<String> lines = message.lines().toList();
    int shown = lines.size() > PERSON_LINES ? PERSON_LINES - 1 : lines.size();
    StyledLine margin = StyledLine.of(TextRole.TEXT, "  ");
    StyledLine first = StyledLine.of(TextRole.ACCENT, "› ");
    for (String line : lines.subList(0, shown)) {
      List<StyledSpan> words = List.of(new StyledSpan(TextRole.PERSON, line));
      finished.addAll(LineWrap.wrap(words, width, first, margin));
      first = margin;
    }
    if (shown < lines.size()) {
      finished.add(StyledLine.of(TextRole.DIM, "  … " + (lines.size() - shown) + " more lines"));
    }
    blank();
  }

  /// What was said last before the conversation was restored.
  void recall(String request, String answer) {
    if (!request.isEmpty()) {
      person(request);
    }
    if (!answer.isEmpty()) {
      speaking = true;
      words.append(answer);
      blank();
    }
  }

  private void blank() {
    endWords();
    afterCall = false;
    finished.add(StyledLine.EMPTY);
  }

  /// A command of the person's. Its line is not finished before something follows or it is done.
  void command(String line) {
    endWords();
    command = List.of(StyledLine.EMPTY, StyledLine.of(TextRole.DIM, "> " + line).cut(width));
  }

  /// The command's line is finished.
  void keepCommand() {
    finished.addAll(command);
    afterCall &= command.isEmpty();
    command = List.of();
  }

  /// The command did nothing: its line goes.
  void dropCommand() {
    command = List.of();
  }

  /// Something to read that is neither the model's nor the person's.
  void note(TextRole role, String text) {
    endWords();
    finished.addAll(MarkdownStream.plain(role, text, width));
  }

  /// What the session changed; long differences are folded.
  void compared(List<FileDifference> files) {
    files.forEach(file -> add(ToolLines.of(file, DIFFERENCE_LINES, width)));
    boolean folded = files.stream().anyMatch(file -> file.lines().size() > DIFFERENCE_LINES);
    compared = folded ? files : List.of();
  }

  /// Lines as they are.
  void add(List<StyledLine> lines) {
    if (!lines.isEmpty()) {
      endWords();
      finished.addAll(lines);
    }
  }

  /// What a command prints; its last line may come in pieces.
  void printed(String text) {
    held += text;
    int end = held.lastIndexOf('\n') + 1;
    if (end > 0) {
      endWords();
      held.substring(0, end).lines().forEach(line -> finished.addAll(wrapped(line)));
      afterCall = true;
      held = held.substring(end);
    }
  }

  /// A printed line, broken between words; what follows in it stands below its begin, or below its
  /// second column where it has one.
  private List<StyledLine> wrapped(String line) {
    int begin = column(line, 0);
    int second = column(line, Math.max(line.indexOf("  ", begin), 0));
    int end = second > begin && second < width / 2 ? second : Math.min(begin, width / 2);
    StyledLine margin = end == 0 ? StyledLine.EMPTY : StyledLine.of(TextRole.TEXT, " ".repeat(end));
    return LineWrap.wrap(
        List.of(StyledSpan.of(line.substring(end))),
        width,
        StyledLine.of(TextRole.TEXT, line.substring(0, end)),
        margin);
  }

  /// Where the blanks end that stand at a place.
  private static int column(String line, int from) {
    int end = from;
    while (end < line.length() && line.charAt(end) == ' ') {
      end++;
    }
    return end;
  }

  /// What was printed without an end is a line now.
  void endPrinted() {
    if (!held.isEmpty()) {
      printed("\n");
    }
  }

  private void endWords() {
    keepCommand();
    if (speaking) {
      words.end();
      finished.addAll(words.takeFinished());
      speaking = false;
    }
  }

  /// An event of the session.
  void hear(SessionEvent event) {
    switch (event) {
      case SessionEvent.Streaming(AnswerDelta.TextDelta(String text)) -> {
        keepCommand();
        if (afterCall && !text.isBlank()) {
          finished.add(StyledLine.EMPTY);
          afterCall = false;
        }
        speaking = true;
        begun |= !text.isBlank();
        words.append(text);
      }
      case SessionEvent.Streaming(AnswerDelta.Reasoning _),
          SessionEvent.Streaming(AnswerDelta.CallBegun _) -> {}
      case SessionEvent.Calling(ToolCall call) -> {
        endWords();
        running.put(call.id(), call);
      }
      case SessionEvent.Output(ToolCall _, var _, String lines) -> {
        lines.lines().forEach(output::add);
        while (output.size() > OUTPUT_LINES) {
          output.removeFirst();
        }
      }
      case SessionEvent.Called called -> called(called);
      case SessionEvent.Retrying retrying ->
          note(TextRole.WARNING, notices.of(retrying, takeBegun()));
      case SessionEvent.Substituted substituted ->
          note(TextRole.WARNING, notices.of(substituted, takeBegun()));
      case SessionEvent.Recorded(Json.Obj line) -> recorded(line);
      case SessionEvent.Ended(TurnEnd end) -> ended(end);
    }
  }

  private void called(SessionEvent.Called called) {
    endWords();
    running.remove(called.call().id());
    output.clear();
    if (turnOver) {
      calls.clear();
      turnOver = false;
    }
    calls.add(called);
    compared = List.of();
    if (ToolLines.isPlan(called)) {
      plan = ToolLines.of(called, width);
    }
    if (showCalls) {
      finished.addAll(ToolLines.of(called, width));
      afterCall = true;
    }
  }

  private boolean takeBegun() {
    boolean taken = begun;
    begun = false;
    return taken;
  }

  private void recorded(Json.Obj line) {
    switch (line.text("type").orElse("")) {
      case "notice" -> note(TextRole.WARNING, line.text("content").orElse(""));
      case "assistant" -> begun = false;
      case "provider_switch" -> notices.of(line).ifPresent(text -> note(TextRole.DIM, text));
      default -> {}
    }
  }

  private void ended(TurnEnd end) {
    endWords();
    running.clear();
    output.clear();
    turnOver = true;
    begun = false;
    if (end instanceof TurnEnd.Stopped stopped) {
      note(TextRole.ERROR, "writ: " + stopped.code() + ": " + stopped.message());
      note(TextRole.TEXT, "  " + stopped.code().remedy());
    } else if (end instanceof TurnEnd.Aborted) {
      note(TextRole.WARNING, "[aborted]");
    }
  }

  /// All of what `/diff` folded last, else all of the last turn's calls, of which the last comes
  /// first into sight.
  ///
  /// @return empty where there is neither
  Optional<PagedText> whole() {
    List<PagedText.Part> parts = new ArrayList<>();
    compared.forEach(file -> parts.add(columns -> ToolLines.of(file, Integer.MAX_VALUE, columns)));
    if (!parts.isEmpty()) {
      return Optional.of(new PagedText("file", parts, 0));
    }
    calls.forEach(called -> parts.add(columns -> ToolLines.whole(called, columns)));
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(new PagedText("call", parts, parts.size() - 1));
  }

  /// The command of the model's that runs, as it is shown.
  Optional<String> runningCommand() {
    return running.values().stream()
        .filter(ToolLines::isCommand)
        .map(call -> CallTitle.of(call).object())
        .findFirst();
  }

  /// Shows the model's plan.
  ///
  /// @return why there is nothing to show; empty where there was
  String showPlan() {
    add(plan);
    return plan.isEmpty() ? "the model has made no plan yet" : "";
  }
}
