// Implements: docs/spec/07-commands.md §7.7 (Asking for a verdict)
package dev.writ.app.command.grant;

import dev.writ.app.host.SessionHost;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.Command;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.GateJudgement;
import dev.writ.records.audit.GateAnswer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks the gates for verdicts on commands, as a model's call would be asked about. Used by one
/// thread at a time.
final class CommandVerdicts {
  private final SessionHost host;
  private final Map<ExecutionMode, SessionState> standings = new EnumMap<>(ExecutionMode.class);

  CommandVerdicts(SessionHost host) {
    this.host = host;
  }

  /// On a command line.
  GateJudgement of(String command, ExecutionMode execution) {
    return of(Json.object().put("command", command).build(), execution);
  }

  /// On an argument array.
  GateJudgement of(List<String> words, ExecutionMode execution) {
    return of(
        Json.object()
            .put("program", words.getFirst())
            .put("args", Json.texts(words.subList(1, words.size())))
            .build(),
        execution);
  }

  private GateJudgement of(Json.Obj arguments, ExecutionMode execution) {
    ToolCall call = new ToolCall("policy", "run_command", arguments.write());
    try {
      return host.governor().gate().judge(call, sessionState(execution));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return refused(new ToolError(ErrorCode.CALL_NOT_EXECUTED, "The check was interrupted"));
    }
  }

  private SessionState sessionState(ExecutionMode execution) {
    return standings.computeIfAbsent(
        execution,
        wanted -> {
          SessionState state =
              new SessionState(host.file().id(), host.sessionState().mode(), wanted);
          state.beginTurn(Intent.ofSession("INT-S-policy", "writ policy check"));
          return state;
        });
  }

  private static GateJudgement refused(ToolError error) {
    return new GateJudgement(
        List.of(GateAnswer.deny("proposal", error)),
        Optional.empty(),
        List.of(),
        Optional.of(error));
  }

  /// The answer to one line of a batch; a bad line gets one, too.
  Json.Obj answer(String line) {
    Json.Obj question;
    try {
      question = JsonReader.readObject(line);
    } catch (JsonException e) {
      return json(
          Optional.empty(),
          refused(new ToolError(ErrorCode.INVALID_ARGUMENTS, "No JSON: " + e.getMessage())));
    }
    Optional<Json> id = question.get("id");
    String mode = question.text("mode").orElse(host.sessionState().execution().word());
    Optional<ExecutionMode> execution = PolicyCommand.execution(mode);
    if (question.text("command").isEmpty() || execution.isEmpty()) {
      return json(
          id,
          refused(
              new ToolError(
                  ErrorCode.INVALID_ARGUMENTS,
                  "A line needs a command and, as mode, interactive, restricted_autonomous or"
                      + " full_autonomous")));
    }
    return json(id, of(question.text("command").orElse(""), execution.get()));
  }

  /// `allow`, `confirm` or `deny`.
  static String word(GateJudgement judgement) {
    return judgement.refused().isPresent()
        ? "deny"
        : judgement.asks().isEmpty() ? "allow" : "confirm";
  }

  /// A verdict as one object.
  static Json.Obj json(Optional<Json> id, GateJudgement judgement) {
    Json.Builder json = Json.object();
    id.ifPresent(value -> json.put("id", value));
    json.put("verdict", word(judgement)).put("gate", gate(judgement));
    judgement.refused().ifPresent(error -> json.put("error_code", error.code().name()));
    List<String> reasons =
        judgement
            .refused()
            .map(error -> List.of(error.message()))
            .orElseGet(() -> ApprovalConcern.words(judgement.asks()));
    return json.put("reasons", Json.texts(reasons)).put("argv", argv(judgement)).build();
  }

  /// The gate that decided: the one that refused, or the first that asks.
  private static String gate(GateJudgement judgement) {
    for (GateAnswer answer : judgement.gates()) {
      if (answer.denies() || answer.kind() == GateAnswer.AnswerKind.ASK) {
        return answer.gate();
      }
    }
    return judgement.asks().isEmpty() ? "" : "approval";
  }

  private static Json argv(GateJudgement judgement) {
    if (judgement.proposal().isPresent()
        && judgement.proposal().get().effects().getFirst() instanceof Effect.RunCommand run) {
      List<Json> commands = new ArrayList<>();
      for (Command command : run.line().commands()) {
        commands.add(Json.texts(command.argv()));
      }
      return new Json.Arr(commands);
    }
    return new Json.Arr(List.of());
  }
}
