// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.tool;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.session.SessionState;
import dev.writ.records.ledger.ActOrigin;

/// The door for callers inside the kernel: a check of an intent is a call like any other.
public interface CallDoor {
  /// Judges and performs a call.
  ///
  /// @throws InterruptedException when aborted before anything was done
  CallAnswer call(ToolCall call, SessionState state, ActOrigin origin, LiveOutput live)
      throws InterruptedException;
}
