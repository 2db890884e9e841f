// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.history;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.ConversationCondensation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.TokenUsage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Folds recorded events into a conversation in which every call has one result, although lines of
/// the record may be lost. An inserted result has the position of its call, so that a condensation
/// includes it. Events of an undamaged record reach the conversation unchanged.
final class PairRepair {
  private static final String LOST_ANSWER = "[This answer is lost: its line is damaged.]";
  private static final String LOST_RESULT =
      "The result of this call is lost: its line in the session file is damaged";

  private final Conversation conversation = new Conversation();
  private final Map<String, OpenCall> open = new LinkedHashMap<>();
  private boolean answering;
  private boolean answered;
  private int repairs;

  void apply(Json.Obj event) {
    switch (event.text("type").orElse("")) {
      case "user" -> message(event, /* answers= */ false);
      case "assistant" -> message(event, /* answers= */ true);
      case "tool_call" -> call(event);
      case "tool_result" -> result(event);
      case "prune", "condense", "truncate" -> {
        close(); // what is replaced is replaced with all its results
        condense(event);
      }
      default -> conversation.apply(event);
    }
  }

  /// The view stays longer where it can't be condensed as it was; the next request condenses it.
  private void condense(Json.Obj event) {
    if (ConversationCondensation.read(event).splitsPair(conversation.entries())) {
      repairs++;
    } else {
      conversation.apply(event);
    }
  }

  private void message(Json.Obj event, boolean answers) {
    close();
    conversation.apply(event);
    answering = answers;
    answered = false;
  }

  private void call(Json.Obj event) {
    String id = event.text("id").orElse("");
    if (!answering || answered || open.containsKey(id)) {
      repairs++;
      Message.Assistant lost = new Message.Assistant(LOST_ANSWER, List.of(), List.of());
      message(
          SessionEvents.assistant(lost, new ModelId("", ""), TokenUsage.NONE, OptionalLong.empty())
              .put("seq", event.number("seq").orElse(0))
              .build(),
          /* answers= */ true);
    }
    ToolCall call =
        new ToolCall(id, event.text("name").orElse(""), event.text("arguments").orElse(""));
    open.put(id, new OpenCall(call, event.number("seq").orElse(0)));
    conversation.apply(event);
  }

  private void result(Json.Obj event) {
    if (open.remove(event.text("id").orElse("")) == null) {
      repairs++;
    } else {
      answered = true;
      conversation.apply(event);
    }
  }

  /// Answers calls whose result is lost in the middle of the record.
  private void close() {
    for (OpenCall lost : open.values()) {
      repairs++;
      ToolResult result = ToolResult.failed(ErrorCode.CALL_ABORTED, LOST_RESULT);
      conversation.apply(
          SessionEvents.result(lost.call(), result, result.content())
              .put("seq", lost.event())
              .build());
    }
    open.clear();
  }

  Conversation conversation() {
    return conversation;
  }

  /// The calls at the end that have no result.
  List<OpenCall> open() {
    return List.copyOf(open.values());
  }

  /// How many messages were added or left out.
  int repairs() {
    return repairs;
  }
}
