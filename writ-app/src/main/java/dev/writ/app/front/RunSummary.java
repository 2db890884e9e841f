// Implements: docs/spec/12-plans-and-workers.md §12.2 (Unattended runs)
package dev.writ.app.front;

import dev.writ.app.call.ElapsedTime;
import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.intent.IntentBudget;
import dev.writ.records.ledger.AppendedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Counts what a run did, for its exit code and its summary.
public final class RunSummary implements Consumer<SessionEvent> {
  private final Consumer<SessionEvent> next;
  private final List<Json> records = new ArrayList<>();
  private final List<Json> denials = new ArrayList<>();
  private Optional<TurnEnd> end = Optional.empty();
  private boolean lastCallDenied;
  private final long began = System.nanoTime();
  private int added;
  private int removed;
  private int commands;
  private int failedCommands;

  /// A tally that hands every event on.
  public RunSummary(Consumer<SessionEvent> next) {
    this.next = next;
  }

  @Override
  public void accept(SessionEvent event) {
    if (event instanceof SessionEvent.Called called) {
      called(called);
    }
    if (event instanceof SessionEvent.Ended(TurnEnd how)) {
      end = Optional.of(how);
    }
    next.accept(event);
  }

  private void called(SessionEvent.Called called) {
    lastCallDenied = false;
    if (called.answer().denied()
        && called.result() instanceof ToolResult.Failure(ToolError error, var _)) {
      lastCallDenied = true; // where it was only simulated, nothing failed
      denials.add(
          Json.object().put("tool", called.call().tool()).put("error", error.json()).build());
    }
    count(called);
    for (AppendedRecord record : called.answer().ledger()) {
      records.add(Json.of(record.id()));
    }
  }

  private void count(SessionEvent.Called called) {
    Json.Obj facts = called.result().metadata();
    if (facts.number("exit_code").isPresent() || called.call().tool().equals("run_background")) {
      commands++;
      failedCommands += facts.number("exit_code").orElse(0) == 0 ? 0 : 1;
    }
    String changed = facts.text("changed").orElse("");
    if (changed.startsWith("+") && changed.contains(" -")) {
      added += Integer.parseInt(changed.substring(1, changed.indexOf(' ')));
      removed += Integer.parseInt(changed.substring(changed.indexOf('-') + 1));
    }
  }

  /// The result of the run, on one line.
  ///
  /// @param changedFiles how many files it changed
  /// @param showTokens whether the tokens it used are shown (`ui.show_token_usage`)
  public String line(int changedFiles, boolean showTokens) {
    TurnEnd.Totals totals = end.map(TurnEnd::totals).orElse(TurnEnd.Totals.NONE);
    List<String> parts = new ArrayList<>();
    if (changedFiles > 0) {
      String lines = added + removed > 0 ? " +" + added + " −" + removed : "";
      parts.add(counted(changedFiles, "file") + lines);
    }
    if (commands > 0) {
      parts.add(
          counted(commands, "command")
              + (failedCommands > 0 ? " (" + failedCommands + " failed)" : ""));
    }
    long tokens = totals.usage().input() + totals.usage().output();
    if (showTokens && tokens > 0) {
      parts.add(tokens < 1000 ? tokens + " tokens" : tokens / 1000 + "k tokens");
    }
    totals.cost().known().stream()
        .filter(cost -> cost > 0)
        .forEach(cost -> parts.add("$" + IntentBudget.usd(cost)));
    parts.add(new ElapsedTime(Duration.ofNanos(System.nanoTime() - began)).text());
    if (changedFiles > 0) {
      parts.add("undo: writ undo --turn");
    }
    return "[" + String.join(" · ", parts) + "]";
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /// The exit code of the process.
  public ExitCode exitCode() {
    TurnEnd how = end.orElse(new TurnEnd.Aborted(TurnEnd.Totals.NONE));
    if (how instanceof TurnEnd.FinalAnswer) {
      return lastCallDenied ? ExitCode.DENIED : ExitCode.DONE;
    }
    if (!(how instanceof TurnEnd.Stopped stopped)) {
      return ExitCode.INTERRUPTED;
    }
    return switch (stopped.code()) {
      case MAX_ITERATIONS, BUDGET_EXCEEDED, OUTPUT_LIMIT, LOOP_DETECTED, CIRCUIT_OPEN ->
          ExitCode.LIMIT;
      case PROVIDER_UNREACHABLE, PROVIDER_UNAUTHORISED, PROVIDER_RATE_LIMITED, PROVIDER_ERROR ->
          ExitCode.PROVIDER;
      default -> ExitCode.FAILED;
    };
  }

  /// The cost of the last turn, as a line for the person; empty if it cost nothing or a price is
  /// not known.
  public Optional<String> spent() {
    TurnEnd.Totals totals = end.map(TurnEnd::totals).orElse(TurnEnd.Totals.NONE);
    OptionalLong cost = totals.cost().known();
    if (cost.isEmpty() || cost.getAsLong() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "[$%s: %s, input %d (cached %d), output %d tokens]"
            .formatted(
                IntentBudget.usd(cost.getAsLong()),
                counted(totals.requests(), "request"),
                totals.usage().input(),
                totals.usage().cachedRead(),
                totals.usage().output()));
  }

  /// The provider's refusal of the last turn's first request, if any.
  public Optional<String> refused() {
    return end.filter(TurnEnd.Stopped.class::isInstance)
        .map(TurnEnd.Stopped.class::cast)
        .filter(how -> how.code() == ErrorCode.PROVIDER_ERROR && how.totals().requests() == 0)
        .map(TurnEnd.Stopped::message);
  }

  /// The run as one object.
  ///
  /// @param session the session's id
  /// @param saved how many questions earlier answers have answered
  /// @param changed the paths at which it changed something
  public Json.Obj json(String session, int saved, List<String> changed) {
    TurnEnd how = end.orElse(new TurnEnd.Aborted(TurnEnd.Totals.NONE));
    TurnEnd.Totals totals = how.totals();
    Json.Builder json = Json.object().put("type", "result").put("session", session);
    switch (how) {
      case TurnEnd.FinalAnswer(String text, var _) -> json.put("success", true).put("result", text);
      case TurnEnd.Stopped(var code, String message, var _) ->
          json.put("success", false)
              .put("result", "")
              .put("error_code", code.name())
              .put("message", message)
              .put("required_action", code.remedy());
      case TurnEnd.Aborted _ ->
          json.put("success", false).put("result", "").put("error_code", "ABORTED");
    }
    return json.put("exit_code", exitCode().code())
        .put("requests", totals.requests())
        .put("calls", totals.calls())
        .put(
            "usage",
            Json.object()
                .put("input", totals.usage().input())
                .put("output", totals.usage().output())
                .put("cached", totals.usage().cachedRead())
                .put("cache_write", totals.usage().cachedWrite())
                .put("reasoning", totals.usage().reasoning())
                .build())
        .put("cost_usd", SessionEvents.usd(totals.cost().known()))
        .put("changed_files", Json.texts(changed))
        .put("ledger", new Json.Arr(records))
        .put("denials", new Json.Arr(denials))
        .put("questions_saved", saved)
        .build();
  }
}
