// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.logging;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.tool.CallAnswer;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Writes a session's events to its log. Lines are kept in memory until the model's first answer,
/// so that the way to the first request remains short. A failure of the log is reported once and
/// ends nothing.
public final class SessionLogger implements Consumer<SessionEvent>, Closeable {
  private static final int MAX_LINE_CHARS = 20_000;

  private final Optional<LogLevel> fileLevel;
  private final Optional<LogLevel> consoleLevel;
  private final LogFiles files;
  private final PrintStream console;
  private final UnaryOperator<String> masked;
  private final InstantSource clock;
  private final List<String> waiting = new ArrayList<>();
  private boolean answered;
  private boolean failed;

  /// The settings of the log.
  ///
  /// @param file the lowest level in the file; empty for no file
  /// @param console the lowest level on the console; empty for none
  public record Levels(Optional<LogLevel> file, Optional<LogLevel> console) {
    /// Whether nothing is logged at all.
    public boolean areNone() {
      return file.isEmpty() && console.isEmpty();
    }
  }

  /// @param masked takes secrets out of a text
  public SessionLogger(
      Levels levels,
      LogFiles files,
      PrintStream console,
      UnaryOperator<String> masked,
      InstantSource clock) {
    this.fileLevel = levels.file();
    this.consoleLevel = levels.console();
    this.files = files;
    this.console = console;
    this.masked = masked;
    this.clock = clock;
  }

  /// Logs a line.
  public synchronized void log(LogLevel level, String text) {
    boolean toFile = toFile(level);
    boolean toConsole = toConsole(level);
    if (!toFile && !toConsole) {
      return;
    }
    String plain = masked.apply(text);
    String cut = plain.length() > MAX_LINE_CHARS ? plain.substring(0, MAX_LINE_CHARS) + "…" : plain;
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    String line = "[" + now + "] [agent] [" + level + "] " + DisplayText.line(cut);
    if (toConsole) {
      console.println(line);
    }
    if (toFile) {
      waiting.add(line);
      if (answered) {
        write();
      }
    }
  }

  private boolean toFile(LogLevel level) {
    return fileLevel.filter(level::isAtLeast).isPresent() && !failed;
  }

  private boolean toConsole(LogLevel level) {
    return consoleLevel.filter(level::isAtLeast).isPresent();
  }

  /// A text as long as an answer is put together only where it is logged.
  private synchronized void debug(String what, String content) {
    if (toFile(LogLevel.DEBUG) || toConsole(LogLevel.DEBUG)) {
      log(LogLevel.DEBUG, what + content);
    }
  }

  private void write() {
    try {
      for (String line : waiting) {
        files.append(line);
      }
    } catch (IOException e) {
      failed = true;
      console.println("writ: warning: logging stopped: " + DisplayText.line(String.valueOf(e)));
    }
    waiting.clear();
  }

  @Override
  public void accept(SessionEvent event) {
    switch (event) {
      case SessionEvent.Recorded(Json.Obj line) -> recorded(line);
      case SessionEvent.Retrying(var trouble, int attempt, var pause) ->
          log(
              LogLevel.WARN,
              "Request failed (%s); attempt %d follows in %d ms"
                  .formatted(trouble.message(), attempt, pause.toMillis()));
      case SessionEvent.Substituted(var trouble, var failed, var _) ->
          log(LogLevel.WARN, failed + " failed: " + trouble.message());
      case SessionEvent.Calling(var call) -> {
        log(LogLevel.INFO, "Executing tool: " + call.tool());
        debug("Arguments: ", call.arguments());
      }
      case SessionEvent.Called(var call, ToolResult result, CallAnswer answer) ->
          called(call.tool(), result, answer);
      case SessionEvent.Ended(TurnEnd end) -> {
        ended(end);
        flush();
      }
      case SessionEvent.Streaming _, SessionEvent.Output _ -> {}
    }
  }

  private void recorded(Json.Obj line) {
    switch (line.text("type").orElse("")) {
      case "session_start" -> {
        Json.Obj config = line.object("config");
        log(
            LogLevel.INFO,
            "Session %s started: %s/%s in %s"
                .formatted(
                    line.text("id").orElse(""),
                    config.text("provider").orElse(""),
                    config.text("model").orElse(""),
                    config.text("workspace").orElse("")));
      }
      case "user" -> {
        String content = line.text("content").orElse("");
        log(LogLevel.INFO, "Request of " + content.length() + " characters");
        debug("Request: ", content);
      }
      case "assistant" -> {
        Json.Obj tokens = line.object("tokens");
        log(
            LogLevel.INFO,
            "Answer of "
                + line.text("provider").orElse("")
                + "/"
                + line.text("model").orElse("")
                + ": "
                + counted(tokens.number("input").orElse(0), tokens.number("output").orElse(0)));
        debug("Answer: ", line.text("content").orElse(""));
        flush();
      }
      case "provider_switch" ->
          log(
              LogLevel.WARN,
              "Model changed to %s/%s (%s)"
                  .formatted(
                      line.object("to").text("provider").orElse(""),
                      line.object("to").text("model").orElse(""),
                      line.text("reason").orElse("")));
      default -> {}
    }
  }

  /// Without a format: the first number that one writes loads what the system knows of languages.
  private static String counted(long input, long output) {
    return input + " input tokens, " + output + " output tokens";
  }

  private synchronized void flush() {
    answered = true;
    write();
  }

  private void called(String tool, ToolResult result, CallAnswer answer) {
    if (!answer.gates().isEmpty()) {
      List<String> gates = new ArrayList<>();
      answer.gates().forEach(gate -> gates.add(gate.gate() + ": " + gate.text()));
      log(LogLevel.DEBUG, "Gates of " + tool + ": " + String.join(", ", gates));
    }
    if (result instanceof ToolResult.Failure(ToolError error, var _)) {
      String how = answer.denied() ? "denied" : "failed";
      log(LogLevel.WARN, "Tool " + tool + " " + how + ": " + error.code() + " " + error.message());
    } else {
      log(LogLevel.INFO, "Tool " + tool + ": ok");
    }
  }

  private void ended(TurnEnd end) {
    TurnEnd.Totals totals = end.totals();
    String sum =
        totals.requests()
            + (totals.requests() == 1 ? " request, " : " requests, ")
            + totals.calls()
            + " calls, "
            + totals.denied()
            + " denied, "
            + totals.failed()
            + " failed, "
            + counted(totals.usage().input(), totals.usage().output());
    switch (end) {
      case TurnEnd.FinalAnswer _ -> log(LogLevel.INFO, "Turn ended with an answer: " + sum);
      case TurnEnd.Stopped(var code, String message, var _) ->
          log(
              LogLevel.ERROR,
              "Turn ended: %s %s: %s"
                  .formatted(code.name().toLowerCase(Locale.ROOT), message, sum));
      case TurnEnd.Aborted _ -> log(LogLevel.WARN, "Turn aborted: " + sum);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (answered) {
      write();
      files.close();
    }
  }
}
