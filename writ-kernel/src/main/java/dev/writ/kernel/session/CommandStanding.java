// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.session;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.call.Effect.RunCommand.RunLimits;
import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.ExecutionMode;
import java.time.Duration;
import java.util.Optional;

/// The conditions of judging a session's commands, besides the project's authority.
///
/// @param wholeTask whether a person agreed to everything in the task at hand that can be undone
/// @param turn in which they run
public record CommandStanding(ExecutionMode execution, boolean wholeTask, TurnTime turn) {
  /// Of a session without any consent.
  public CommandStanding(ExecutionMode execution) {
    this(execution, false, TurnTime.UNLIMITED);
  }

  /// Of a session as it is now.
  public static CommandStanding of(SessionState state) {
    return new CommandStanding(
        state.execution(), state.grants().isWholeTask(() -> task(state)), state.time());
  }

  /// The bounds of a command that ends with the turn at the latest, in whole seconds and at least
  /// one; what goes on in the background isn't a part of the turn.
  public RunLimits within(RunLimits limits) {
    Optional<Duration> left = turn.left();
    if (left.isEmpty() || limits.course().goesOn()) {
      return limits;
    }
    long seconds = Math.max(1, left.get().plusMillis(999).toSeconds());
    return seconds >= limits.timeoutSeconds()
        ? limits
        : new RunLimits(
            limits.course(), (int) seconds, limits.maxStdoutBytes(), limits.maxStderrBytes());
  }

  /// Whether a person answered meanwhile for the whole task; while an intent's checks run, that
  /// changes nothing.
  public boolean hasChanged(SessionState state) {
    return !state.checking() && !equals(of(state));
  }

  /// The intent in force with its terms: another scope or other limits make another intent.
  public static Optional<Grant.ExactGrant> task(SessionState state) {
    return state.declaration() instanceof SessionDeclaration.Under under
        ? Optional.of(exact(under.intent()))
        : Optional.empty();
  }

  private static Grant.ExactGrant exact(Intent intent) {
    Json.Obj json =
        Json.object()
            .put("id", intent.id())
            .put("scope", Json.texts(intent.scope().patterns()))
            .put("constraints", Json.texts(intent.constraints()))
            .put("acceptance_criteria", Json.texts(intent.acceptanceCriteria()))
            .put("budget", intent.terms().budget().words())
            .put("checks", Json.texts(intent.terms().checks()))
            .build();
    return new Grant.ExactGrant(intent.id(), ContentHash.of(json.write()));
  }
}
