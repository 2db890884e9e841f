// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
/// The loop from a person's message to the answer: asking, calling, and every way it can end.
///
/// Deliberately absent: I/O of its own. Start reading at [TurnLoop].
@NullMarked
package dev.writ.engine.turn;

import org.jspecify.annotations.NullMarked;
