// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

/// The origin of an act: the conversation, the event in it, and the actor.
///
/// @param session the session's id; it is also the writer of the ledger's chain
/// @param event the sequence number of the event that asked for it
/// @param turn the number of the turn in its session, from 1
public record ActOrigin(String session, long event, int turn, Contributor contributor) {
  /// The actor.
  public sealed interface Contributor {
    /// A model, as `provider/model`.
    record Ai(String model) implements Contributor {}

    /// A person.
    record Human() implements Contributor {}
  }

  /// How the ledger points back into the conversation.
  public String url() {
    return "session:" + session + "#" + event;
  }
}
