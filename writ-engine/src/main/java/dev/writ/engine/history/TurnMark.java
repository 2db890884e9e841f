// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.history;

/// The start of a turn in a record.
///
/// @param turn its number, from 1
/// @param before the number of the last event before the turn; rewinding to it removes the turn
/// @param request the person's request; empty if it is not recorded
/// @param timestamp when
public record TurnMark(long turn, long before, String request, String timestamp) {}
