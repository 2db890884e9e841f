// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import dev.writ.kernel.call.ToolCall;

/// One message of the view with its place in the session.
///
/// @param seq the number of the message's event; entries are in the order of these numbers. A note
///     has the number of the answer that follows it, a summary the number of the first message that
///     it replaces
/// @param turn the turn that it belongs to, from 1
/// @param work the work that a summary replaces, as [ConversationCondensation] records it; empty
///     for other kinds
public record ConversationEntry(
    long seq, Message message, EntryKind kind, int turn, Json.Obj work) {
  /// The kind of an entry.
  public enum EntryKind {
    /// The message that begins a turn.
    REQUEST,
    /// The person's message during a turn.
    STEER,
    /// A message of Writ, before an answer.
    NOTE,
    /// An answer of the model with its calls.
    ANSWER,
    /// The result of a call.
    RESULT,
    /// The replacement of earlier messages.
    SUMMARY
  }

  static ConversationEntry of(long seq, Message message, EntryKind kind, int turn) {
    return new ConversationEntry(seq, message, kind, turn, Json.Obj.EMPTY);
  }

  ConversationEntry with(Message other) {
    return new ConversationEntry(seq, other, kind, turn, work);
  }

  /// The text that the entry brings into a request.
  public String text() {
    return switch (message) {
      case Message.User user -> user.text();
      case Message.Assistant said -> said.text();
      case Message.CallResult answer -> answer.content();
    };
  }

  /// Whether it is an answer of the model that made calls.
  public boolean isCalling() {
    return message instanceof Message.Assistant said && !said.calls().isEmpty();
  }

  /// How many characters it brings into a request.
  public int chars() {
    int chars = text().length();
    if (message instanceof Message.Assistant said) {
      for (ToolCall call : said.calls()) {
        chars += call.tool().length() + call.arguments().length();
      }
    }
    return chars;
  }
}
