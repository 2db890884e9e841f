// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
package dev.writ.engine.conversation;

import dev.writ.engine.model.Image;
import dev.writ.engine.model.Message;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The conversation: a fold over the session's events, and the view of it that a model gets.
/// Applying the events of a stored session gives the very same view.
public final class Conversation {
  private final List<Message> messages = new ArrayList<>();
  private final StringBuilder notes = new StringBuilder();
  private long userAndAssistant;

  /// An empty conversation.
  public Conversation() {}

  /// Folds one event in. Events and fields that it doesn't know change nothing.
  public void apply(Json.Obj event) {
    switch (event.text("type").orElse("")) {
      case "system" -> notes.append(event.text("content").orElse("")).append("\n\n");
      case "user" -> {
        flushNotes(event.text("content").orElse(""), ImageRecords.read(event.items("images")));
        userAndAssistant++;
      }
      case "assistant" -> {
        flushNotes("", List.of());
        messages.add(
            new Message.Assistant(
                event.text("content").orElse(""), ReasoningRecords.read(event), List.of()));
        userAndAssistant++;
      }
      case "tool_call" -> attach(event);
      case "tool_result" ->
          messages.add(
              new Message.Answer(
                  event.text("id").orElse(""),
                  event.text("name").orElse(""),
                  event.text("output").orElse(""),
                  event.isTrue("success")));
      default -> {}
    }
  }

  private void flushNotes(String text, List<Image> images) {
    String whole = (notes + text).strip();
    notes.setLength(0);
    if (!whole.isEmpty() || !images.isEmpty()) {
      messages.add(new Message.User(whole, images));
    }
  }

  /// A call belongs to the last answer of the model, before any result.
  private void attach(Json.Obj event) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof Message.Assistant assistant) {
        List<ToolCall> calls = new ArrayList<>(assistant.calls());
        calls.add(
            new ToolCall(
                event.text("id").orElse(""),
                event.text("name").orElse(""),
                event.text("arguments").orElse("")));
        messages.set(i, new Message.Assistant(assistant.text(), assistant.reasoning(), calls));
        return;
      }
    }
  }

  /// The calls of the last answer that have no result yet.
  public List<ToolCall> unanswered() {
    int last = messages.size() - 1;
    while (last >= 0 && !(messages.get(last) instanceof Message.Assistant)) {
      last--;
    }
    if (last < 0 || !(messages.get(last) instanceof Message.Assistant assistant)) {
      return List.of();
    }
    Set<String> answered =
        messages.subList(last, messages.size()).stream()
            .filter(Message.Answer.class::isInstance)
            .map(m -> ((Message.Answer) m).callId())
            .collect(Collectors.toSet());
    return assistant.calls().stream().filter(call -> !answered.contains(call.id())).toList();
  }

  /// The messages for a model: well-formed, notes of Writ in front of what follows them.
  public List<Message> view() {
    List<Message> view = new ArrayList<>(messages);
    if (!notes.isEmpty()) {
      view.add(new Message.User(notes.toString().strip()));
    }
    return view;
  }

  /// How many user and assistant messages there are.
  public long size() {
    return userAndAssistant;
  }
}
