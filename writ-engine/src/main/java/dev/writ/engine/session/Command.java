// Implements: docs/spec/02-architecture.md §2.5 (Engine)
package dev.writ.engine.session;

import dev.writ.kernel.policy.Mode;

/// All that a client can say to a session.
public sealed interface Command {
  /// A message that begins a turn.
  record Ask(String text) implements Command {}

  /// A message for a turn that is running; delivered after the present round.
  record Steer(String text) implements Command {}

  /// End the running turn; the conversation stays well-formed.
  record Abort() implements Command {}

  /// Work in another mode from now on.
  record SwitchMode(Mode mode) implements Command {}

  /// End the session.
  record Leave() implements Command {}
}
