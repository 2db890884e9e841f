// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.PersonImage;
import dev.writ.kernel.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The conversation: a fold over the session's events, and the view of it that a model gets.
/// Applying the events of a stored session gives the very same view.
public final class Conversation {
  private final List<ConversationEntry> entries = new ArrayList<>();
  private final TokenTally tally = new TokenTally();
  private final StringBuilder notes = new StringBuilder();
  private final PinnedState pinned = new PinnedState();
  private long userAndAssistant;
  private long last;
  private int turn;

  /// An empty conversation.
  public Conversation() {}

  /// Folds one event in. Events and fields that it doesn't know change nothing.
  public void apply(Json.Obj event) {
    last = event.number("seq").orElse(last + 1);
    switch (event.text("type").orElse("")) {
      case "system" -> notes.append(event.text("content").orElse("")).append("\n\n");
      case "user" -> {
        boolean begins = event.number("turn").isPresent() || turn == 0;
        turn += begins ? 1 : 0;
        flushNotes(
            event.text("content").orElse(""),
            ImageRecords.read(event.items("images")),
            begins ? ConversationEntry.EntryKind.REQUEST : ConversationEntry.EntryKind.STEER);
        userAndAssistant++;
      }
      case "assistant" -> {
        flushNotes("", List.of(), ConversationEntry.EntryKind.NOTE);
        add(
            new Message.Assistant(
                event.text("content").orElse(""), ReasoningRecords.read(event), List.of()),
            ConversationEntry.EntryKind.ANSWER);
        tally.reported(event.object("tokens"), entries.size());
        userAndAssistant++;
      }
      case "tool_call" -> attach(event);
      case "tool_result" ->
          add(
              new Message.CallResult(
                  event.text("id").orElse(""),
                  event.text("name").orElse(""),
                  event.text("output").orElse(""),
                  event.isTrue("success")),
              ConversationEntry.EntryKind.RESULT);
      case "rules" -> pinned.rules(event).ifPresent(text -> notes.append(text).append("\n\n"));
      case "plan" -> pinned.plan(event);
      case "provider_switch" -> tally.forget();
      case "prune", "condense", "truncate" -> condense(ConversationCondensation.read(event));
      default -> {}
    }
  }

  private void add(Message message, ConversationEntry.EntryKind kind) {
    entries.add(ConversationEntry.of(last, message, kind, turn));
  }

  private void flushNotes(String text, List<PersonImage> images, ConversationEntry.EntryKind kind) {
    String whole = (notes + text).strip();
    notes.setLength(0);
    if (!whole.isEmpty() || !images.isEmpty()) {
      // Notes in front of an answer share its place: neither is replaced without the other.
      entries.add(ConversationEntry.of(last, new Message.User(whole, images), kind, turn));
    }
  }

  private void condense(ConversationCondensation condensation) {
    List<ConversationEntry> view = condensation.applied(entries);
    entries.clear();
    entries.addAll(view);
    tally.forget();
  }

  /// A call belongs to the last answer of the model, before any result.
  private void attach(Json.Obj event) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).message() instanceof Message.Assistant assistant) {
        ToolCall call =
            new ToolCall(
                event.text("id").orElse(""),
                event.text("name").orElse(""),
                event.text("arguments").orElse(""));
        List<ToolCall> calls = new ArrayList<>(assistant.calls());
        calls.add(call);
        entries.set(
            i,
            entries
                .get(i)
                .with(new Message.Assistant(assistant.text(), assistant.reasoning(), calls)));
        tally.attached(i, call);
        return;
      }
    }
  }

  /// The calls of the last answer that have no result yet.
  public List<ToolCall> unanswered() {
    int at = entries.size() - 1;
    while (at >= 0 && !(entries.get(at).message() instanceof Message.Assistant)) {
      at--;
    }
    if (at < 0 || !(entries.get(at).message() instanceof Message.Assistant assistant)) {
      return List.of();
    }
    Set<String> answered =
        entries.subList(at, entries.size()).stream()
            .map(ConversationEntry::message)
            .filter(Message.CallResult.class::isInstance)
            .map(m -> ((Message.CallResult) m).callId())
            .collect(Collectors.toSet());
    return assistant.calls().stream().filter(call -> !answered.contains(call.id())).toList();
  }

  /// The messages for a model: well-formed, notes of Writ in front of what follows them.
  public List<Message> view() {
    List<Message> view = new ArrayList<>(entries.size() + 1);
    for (ConversationEntry entry : entries) {
      view.add(entry.message());
    }
    if (!notes.isEmpty()) {
      view.add(new Message.User(notes.toString().strip()));
    }
    return view;
  }

  /// The messages of the view with their places in the session, without notes that wait for what
  /// follows them.
  public List<ConversationEntry> entries() {
    return List.copyOf(entries);
  }

  /// The notes that wait for what follows them.
  public String pendingNotes() {
    return notes.toString().strip();
  }

  /// The tokens of the view so far.
  public TokenTally tally() {
    tally.count(entries);
    return tally;
  }

  /// The content of every view besides its messages.
  public PinnedState pinned() {
    return pinned;
  }

  /// How many characters the view has, which costs less to know than its tokens.
  ///
  /// @param most where to stop counting
  public long chars(long most) {
    long chars = notes.length();
    for (int i = entries.size() - 1; i >= 0 && chars <= most; i--) {
      chars += entries.get(i).chars();
    }
    return chars;
  }

  /// How many user and assistant messages there were.
  public long size() {
    return userAndAssistant;
  }
}
