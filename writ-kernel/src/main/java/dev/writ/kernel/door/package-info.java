// Implements: docs/spec/02-architecture.md §2.4 (The door)
/// The one door: a tool proposes, the gate judges, and only a warrant opens the hands.
///
/// Deliberately absent: escalation inside the gate, a second path, a way to make a warrant from
/// outside. Start reading at [Gate].
@NullMarked
package dev.writ.kernel.door;

import org.jspecify.annotations.NullMarked;
