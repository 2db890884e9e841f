// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.PersonImage;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.SessionControl.PlanStep;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.intent.IntentBudget;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// Writes the events of a session. Their names and fields are a contract with users who query them.
/// The session adds `timestamp` and `seq`.
public final class SessionEvents {
  /// The version of the format.
  public static final String VERSION = "1.0";

  private SessionEvents() {}

  private static Json.Builder event(String type) {
    return Json.object().put("type", type);
  }

  /// The first event.
  public static Json.Builder start(String id, ModelId model, String workspace, String version) {
    return event("session_start")
        .put("version", VERSION)
        .put("id", id)
        .put("config", config(model, workspace, version));
  }

  private static Json.Obj config(ModelId model, String workspace, String version) {
    return Json.object()
        .put("provider", model.provider())
        .put("model", model.model())
        .put("workspace", workspace)
        .put("version", version)
        .build();
  }

  /// The first event, with the stable text that every request begins with.
  public static Json.Builder start(
      String id, ModelId model, String workspace, String version, String system) {
    return start(id, model, workspace, version).put("system", system);
  }

  /// A process continues the session from its file.
  public static Json.Builder resumed(ModelId model, String workspace, String version) {
    return event("session_resume").put("config", config(model, workspace, version));
  }

  /// The conversation goes back: the events behind `to` and before this one are void.
  ///
  /// @param to the number of the last event that stands
  /// @param turns how many turns are taken back
  public static Json.Builder rewind(long to, long turns) {
    return event("rewind").put("to", to).put("turns", turns);
  }

  /// Another mode of work from now on.
  public static Json.Builder mode(String name) {
    return event("mode").put("mode", name);
  }

  /// Another reasoning effort from now on.
  public static Json.Builder effort(ReasoningEffort effort) {
    return event("effort").put("effort", effort.name().toLowerCase(Locale.ROOT));
  }

  /// Another reasoning effort in the next turn only.
  public static Json.Builder effortOfTurn(ReasoningEffort effort) {
    return effort(effort).put("for", "turn");
  }

  /// The block that a turn begins with.
  ///
  /// @param turn its number, from 1
  public static Json.Builder turn(String environment, int turn) {
    return system(environment).put("turn", turn);
  }

  /// A message of Writ to the model.
  public static Json.Builder system(String content) {
    return event("system").put("content", content);
  }

  /// A message of the person.
  public static Json.Builder user(String content) {
    return event("user").put("content", content);
  }

  /// A message of the person with images.
  public static Json.Builder user(String content, List<PersonImage> images) {
    Json.Builder event = user(content);
    return images.isEmpty() ? event : event.put("images", ImageRecords.written(images));
  }

  /// A complete answer; its calls follow as events of their own.
  ///
  /// @param microUsd its cost, in millionths of a US dollar; empty if that is not known
  public static Json.Builder assistant(
      Message.Assistant message, ModelId model, TokenUsage usage, OptionalLong microUsd) {
    Json.Builder event =
        event("assistant")
            .put("content", message.text())
            .put("provider", model.provider())
            .put("model", model.model())
            .put("tokens", tokens(usage))
            .put("cost_usd", usd(microUsd));
    String reasoning = message.reasoningText();
    if (!reasoning.isEmpty()) {
      event.put("reasoning", reasoning);
    }
    Json.Arr blocks = ReasoningRecords.written(message.reasoning());
    return blocks.items().isEmpty() ? event : event.put("reasoning_blocks", blocks);
  }

  private static Json.Obj tokens(TokenUsage usage) {
    return Json.object()
        .put("input", usage.input())
        .put("output", usage.output())
        .put("cached", usage.cachedRead())
        .put("cache_write", usage.cachedWrite())
        .put("reasoning", usage.reasoning())
        .build();
  }

  /// The view became smaller. The replacements are added by [ConversationCondensation#write].
  ///
  /// @param type `prune`, `condense` or `truncate`
  /// @param trigger `auto` or `manual`
  /// @param focus what the summary should keep; may be empty
  public static Json.Builder condensation(String type, String trigger, String focus) {
    Json.Builder event = event(type).put("trigger", trigger);
    return focus.isEmpty() ? event : event.put("focus", focus);
  }

  /// A summary was written by a model.
  public static void writtenBy(
      Json.Builder event, ModelId model, TokenUsage usage, OptionalLong microUsd) {
    event
        .put("provider", model.provider())
        .put("model", model.model())
        .put("tokens", tokens(usage))
        .put("cost_usd", usd(microUsd));
  }

  /// The title of the session in lists.
  public static Json.Builder title(String content) {
    return event("title").put("content", content);
  }

  /// The project's own rules in a file, for the model.
  public static Json.Builder rules(String path, String content) {
    return event("rules").put("path", path).put("content", content);
  }

  /// The person's message that begins a turn.
  ///
  /// @param turn its number
  public static Json.Builder request(String content, List<PersonImage> images, int turn) {
    return user(content, images).put("turn", turn);
  }

  /// An amount as users read it; null where it is not known.
  public static Json usd(OptionalLong microUsd) {
    return microUsd.isPresent()
        ? new Json.Num(IntentBudget.usd(microUsd.getAsLong()))
        : new Json.Null();
  }

  /// Another model is asked from now on.
  ///
  /// @param reason why: `command` or `fallback`
  public static Json.Builder providerSwitch(ModelId from, ModelId to, String reason) {
    return event("provider_switch")
        .put(
            "from",
            Json.object().put("provider", from.provider()).put("model", from.model()).build())
        .put("to", Json.object().put("provider", to.provider()).put("model", to.model()).build())
        .put("reason", reason);
  }

  /// A call as it goes to the gate.
  ///
  /// @param repaired whether broken arguments were mended
  public static Json.Builder call(ToolCall call, boolean repaired) {
    return event("tool_call")
        .put("id", call.id())
        .put("name", call.tool())
        .put("arguments", call.arguments())
        .put("repaired", repaired);
  }

  /// A command that the person typed, as the gate receives it. It is not part of the conversation.
  ///
  /// @param turn the number of the turn that it is
  public static Json.Builder command(String content, int turn) {
    return event("command").put("content", content).put("turn", turn);
  }

  /// The result of such a command.
  ///
  /// @param standing the changes of the session's state at the gate; may be empty
  public static Json.Builder commandResult(ToolResult result, String output, Json.Obj standing) {
    Json.Builder event =
        event("command_result")
            .put("success", result instanceof ToolResult.Success)
            .put("output", output)
            .put("metadata", result.metadata());
    if (result instanceof ToolResult.Failure failure) {
      event.put("error", failure.error().json());
    }
    return standing.members().isEmpty() ? event : event.put("standing", standing);
  }

  /// A call's result as the model gets it.
  ///
  /// @param content its text, perhaps cut
  public static Json.Builder result(ToolCall call, ToolResult result, String content) {
    Json.Builder event =
        event("tool_result")
            .put("id", call.id())
            .put("name", call.tool())
            .put("success", result instanceof ToolResult.Success)
            .put("output", content)
            .put("metadata", result.metadata());
    if (result instanceof ToolResult.Failure failure) {
      event.put("error", failure.error().json());
    }
    return event.put("truncated", result.truncated() || !content.equals(result.content()));
  }

  /// A call's result and the call's changes of the session's state at the gate. One line holds
  /// both, so that either both are recorded or neither.
  ///
  /// @param standing empty if nothing changed
  public static Json.Builder result(
      ToolCall call, ToolResult result, String content, Json.Obj standing) {
    Json.Builder event = result(call, result, content);
    return standing.members().isEmpty() ? event : event.put("standing", standing);
  }

  /// The declared intent.
  public static Json.Builder intent(String id, String name, String kind) {
    return event("intent").put("id", id).put("name", name).put("kind", kind);
  }

  /// A person was asked about a call.
  public static Json.Builder approval(ToolCall call, String answer) {
    return event("approval").put("call_id", call.id()).put("answer", answer);
  }

  /// The task list.
  public static Json.Builder plan(List<PlanStep> steps) {
    return event("plan")
        .put(
            "steps",
            new Json.Arr(
                steps.stream()
                    .<Json>map(
                        step ->
                            Json.object()
                                .put("step", step.text())
                                .put("status", step.progress().name().toLowerCase(Locale.ROOT))
                                .build())
                    .toList()));
  }

  /// Streamed text that has been shown while its answer is not complete.
  public static Json.Builder partial(String content) {
    return event("partial").put("content", content);
  }

  /// Why a turn ended other than with an answer, or why a request is repeated.
  public static Json.Builder error(ErrorCode code, String message) {
    return event("error").put("error_code", code.name()).put("message", message);
  }

  /// Something for the person's eyes only: what hooks and quality commands have to say.
  public static Json.Builder notice(String content) {
    return event("notice").put("content", content);
  }

  /// The last event.
  public static Json.Builder end(String reason, long messages) {
    return event("session_end").put("reason", reason).put("message_count", messages);
  }
}
