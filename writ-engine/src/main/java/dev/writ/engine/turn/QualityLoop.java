// Implements: docs/spec/09-intents-and-hooks.md §9.7 (Quality loop)
package dev.writ.engine.turn;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.CommandLine;
import dev.writ.engine.conversation.JournaledConversation;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.door.Gate;
import dev.writ.kernel.hook.QualityRules;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Runs a person's formatters, linters and tests over the files that a turn changed, when the model
/// ends its turn. They pass the gate like the model's own commands. Failures return to the model, a
/// few times.
public final class QualityLoop {
  /// How much of a command's output goes back, in characters; its end says most.
  private static final int MAX_OUTPUT_CHARS = 4000;

  private static final int TIMEOUT_SECONDS = 600;

  private final QualityRules rules;
  private final Gate gate;
  private final SessionState state;
  private final JournaledConversation journal;
  private final Supplier<String> contributor;
  private final Set<String> told = new HashSet<>();
  private long since;
  private int rounds;
  private int calls;

  /// @param contributor the model whose changes are looked after
  public QualityLoop(
      QualityRules rules,
      Gate gate,
      SessionState state,
      JournaledConversation journal,
      Supplier<String> contributor) {
    this.rules = rules;
    this.gate = gate;
    this.state = state;
    this.journal = journal;
    this.contributor = contributor;
  }

  /// Begins a turn: earlier changes are not checked.
  public void begin() throws IOException {
    since = gate.mutations().now();
    rounds = 0;
  }

  /// Runs what there is to run.
  ///
  /// @return the failures for the model to fix; empty if nothing failed, or the limit of rounds is
  ///     reached
  Optional<String> findings() throws IOException, InterruptedException {
    List<WorkspacePath> changed = gate.mutations().changed(since, state.session());
    List<CommandLine> lines = changed.isEmpty() ? List.of() : rules.linesFor(changed);
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    List<Json> failures = new ArrayList<>();
    for (CommandLine line : lines) {
      run(line.text()).ifPresent(failures::add);
    }
    since = gate.mutations().now(); // what the commands changed themselves needs no further look
    if (failures.isEmpty()) {
      return Optional.empty();
    }
    String report = new Json.Arr(failures).write();
    if (rounds >= rules.maxRounds()) {
      String last = "Quality commands still fail after %d rounds: %s".formatted(rounds, report);
      journal.add(SessionEvents.system("[" + last + "]"));
      journal.add(SessionEvents.notice(last));
      return Optional.empty();
    }
    rounds++;
    return Optional.of(
        ("[These commands failed after your changes (round %d of %d). Fix the problems"
                + " that they report: %s]")
            .formatted(rounds, rules.maxRounds(), report));
  }

  /// @return what failed
  private Optional<Json> run(String command) throws IOException, InterruptedException {
    long event = journal.add(SessionEvents.notice("quality: " + journal.masked(command)));
    ActOrigin origin =
        new ActOrigin(
            state.session(), event, state.turn(), new ActOrigin.Contributor.Ai(contributor.get()));
    ToolCall call =
        new ToolCall(
            "quality_" + ++calls,
            "run_command",
            Json.object().put("command", command).put("timeout", TIMEOUT_SECONDS).build().write());
    long before = gate.mutations().now();
    journal.tell(new SessionEvent.Calling(call));
    CallAnswer answer = gate.call(call, state, origin, LiveOutput.NOBODY);
    ToolResult result = answer.result();
    journal.tell(new SessionEvent.Called(call, result, answer));
    rewritten(command, before);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (answer.denied() || neverRan(result)) {
      unavailable(command, result);
      return Optional.empty();
    }
    long status = result.metadata().number("exit_code").orElse(-1);
    if (result instanceof ToolResult.Success && status == 0) {
      return Optional.empty();
    }
    Json.Builder failure = Json.object().put("command", command);
    if (status >= 0) {
      failure.put("exit_code", status);
    }
    return Optional.of(failure.put("output", end(result.content())).build());
  }

  private static boolean neverRan(ToolResult result) {
    return result instanceof ToolResult.Failure(var error, var _)
        && switch (error.code()) {
          case BINARY_NOT_FOUND,
              BINARY_CHANGED,
              SANDBOX_UNAVAILABLE,
              COMMAND_FAILED_TO_START,
              FILE_NOT_FOUND,
              CALL_NOT_EXECUTED ->
              true;
          default -> false;
        };
  }

  private static String end(String output) {
    int over = output.length() - MAX_OUTPUT_CHARS;
    return over <= 0 ? output : "[%d characters cut]…%s".formatted(over, output.substring(over));
  }

  /// Tells the model that a formatter changed a file that it has seen.
  private void rewritten(String command, long before) throws IOException {
    List<WorkspacePath> files = gate.mutations().changed(before, state.session());
    if (!files.isEmpty()) {
      journal.add(
          SessionEvents.system(
              "[%s changed %s; read again before you edit there]"
                  .formatted(
                      journal.masked(command),
                      String.join(", ", files.stream().map(WorkspacePath::toString).toList()))));
    }
  }

  /// Reported once: a command that cannot run is neither ignored nor reported repeatedly.
  private void unavailable(String command, ToolResult result) throws IOException {
    String what = "Quality command not run: %s: %s".formatted(command, result.content());
    if (told.add(what)) {
      journal.add(SessionEvents.system("[" + journal.masked(what) + "]"));
      journal.add(SessionEvents.notice(journal.masked(what)));
    }
  }
}
