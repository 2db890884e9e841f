// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.records.ledger.Ledger;
import java.io.IOException;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The session's memory while it runs: an event is written, then added to the conversation, then
/// sent to the client, always in this order.
public final class JournaledConversation {
  private final SessionLog log;
  private final Conversation conversation;
  private final Consumer<SessionEvent> listener;
  private final InstantSource clock;
  private final UnaryOperator<String> mask;
  private long seq;

  /// @param mask removes secrets from a message once, when it enters the conversation
  public JournaledConversation(
      SessionLog log,
      Conversation conversation,
      Consumer<SessionEvent> listener,
      InstantSource clock,
      UnaryOperator<String> mask) {
    this(log, conversation, listener, clock, mask, 0);
  }

  /// The same for a session that is resumed.
  ///
  /// @param seq the number of its last event
  public JournaledConversation(
      SessionLog log,
      Conversation conversation,
      Consumer<SessionEvent> listener,
      InstantSource clock,
      UnaryOperator<String> mask,
      long seq) {
    this.seq = seq;
    this.log = log;
    this.conversation = conversation;
    this.listener = listener;
    this.clock = clock;
    this.mask = mask;
  }

  /// Adds an event.
  ///
  /// @return its sequence number, from 1
  /// @throws IOException if it can't be written; nothing else happened then
  public synchronized long add(Json.Builder event) throws IOException {
    long number = seq + 1;
    Json.Obj line =
        event.put("timestamp", Ledger.timestamp(clock.instant())).put("seq", number).build();
    log.append(line.write());
    seq = number;
    conversation.apply(line);
    listener.accept(new SessionEvent.Recorded(line));
    return number;
  }

  /// Adds an event after a defect, which may be the client's own: the client's exceptions are
  /// ignored.
  ///
  /// @throws IOException if it can't be written
  public void addRegardless(Json.Builder event) throws IOException {
    try {
      add(event);
    } catch (RuntimeException | Error _) {
      // The event is part of the session before the client receives it.
    }
  }

  /// Forces the added events to disk.
  public void sync() throws IOException {
    log.sync();
  }

  /// Sends the client an event that is not part of the session.
  public void tell(SessionEvent event) {
    listener.accept(event);
  }

  /// Takes secrets out of a text.
  public String masked(String text) {
    return mask.apply(text);
  }

  /// The conversation so far.
  public Conversation conversation() {
    return conversation;
  }
}
