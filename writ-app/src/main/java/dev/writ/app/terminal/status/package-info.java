// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// The activity of the turn, and the status line.
///
/// Deliberately absent: prices. Start reading at [TurnMeter].
@NullMarked
package dev.writ.app.terminal.status;

import org.jspecify.annotations.NullMarked;
