// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.check;

import dev.writ.base.value.Verdict;
import dev.writ.records.ledger.ActOrigin;

/// How users' hooks take part in the judgement of a proposal.
public sealed interface HookTurn {
  /// They don't: the call is only judged, or they were asked about another part of its line.
  record NoHooks() implements HookTurn {}

  /// They are asked.
  ///
  /// @param mayChange whether they may still change the call
  record AskedHooks(ActOrigin origin, boolean mayChange) implements HookTurn {}

  /// They were asked about the line that this is a part of, and are not asked again.
  record HeardHooks(Verdict verdict) implements HookTurn {}
}
