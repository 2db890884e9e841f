// Implements: docs/spec/09-governance.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.gate;

import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.ledger.Origin;

/// The door as the parts behind it see it: a check of an intent is a call like any other.
interface CallDoor {
  /// Judges and performs a call.
  ///
  /// @throws InterruptedException when aborted before anything was done
  Answered call(ToolCall call, Standing standing, Origin origin, LiveOutput live)
      throws InterruptedException;
}
