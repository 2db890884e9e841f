// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.door;

import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.check.HookTurn;
import dev.writ.kernel.hooks.HookRunner;
import dev.writ.kernel.run.CommandSituation;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.LiveOutput;
import dev.writ.records.ledger.ActOrigin;
import java.util.Optional;

/// A call, with everything that doesn't change while one proposal of it is decided.
///
/// @param hooks how users' hooks take part
/// @param situation the conditions of its command besides the words
record CallRequest(
    ToolCall call,
    SessionState state,
    ActOrigin origin,
    LiveOutput live,
    HookTurn hooks,
    CommandSituation situation) {

  /// The call as hooks see it; empty where they take no part.
  Optional<HookRunner.Occasion> occasion() {
    return hooks instanceof HookTurn.NoHooks
        ? Optional.empty()
        : Optional.of(new HookRunner.Occasion(state, origin, call.id()));
  }

  /// The same under what the session may do now: an answer may have changed that.
  CallRequest underPresentStanding() {
    return in(situation.under(CommandStanding.of(state)));
  }

  /// The same in another situation.
  CallRequest in(CommandSituation other) {
    return new CallRequest(call, state, origin, live, hooks, other);
  }

  /// Another call in its place.
  ///
  /// @param byHook whether a hook changed it, which happens once to a call
  CallRequest changedTo(ToolCall other, boolean byHook, CommandSituation fresh) {
    boolean mayChange = hooks instanceof HookTurn.AskedHooks asked && asked.mayChange() && !byHook;
    HookTurn next =
        hooks instanceof HookTurn.NoHooks ? hooks : new HookTurn.AskedHooks(origin, mayChange);
    return new CallRequest(other, state, origin, live, next, fresh);
  }

  /// The rest of its line, after a part has run.
  ///
  /// @param heard the hooks' verdict on the whole line
  CallRequest continued(CommandSituation next, Verdict heard) {
    HookTurn turn = hooks instanceof HookTurn.NoHooks ? hooks : new HookTurn.HeardHooks(heard);
    return new CallRequest(call, state, origin, live, turn, next);
  }
}
