// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.door;

import dev.writ.kernel.settle.ChangeConsent;
import java.util.Optional;

/// The means of a warrant.
///
/// @param receipt the id of the decision
/// @param consent decides whether what a command changes counts; empty where that was decided with
///     it
record WarrantGround(String receipt, Optional<ChangeConsent> consent) {}
