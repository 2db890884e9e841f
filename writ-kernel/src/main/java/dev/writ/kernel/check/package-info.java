// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
/// The checks of the gate that need no command, intent or hook.
///
/// Deliberately absent: escalation. Start reading at [GateCheck].
@NullMarked
package dev.writ.kernel.check;

import org.jspecify.annotations.NullMarked;
