// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
/// Subcommands that report and undo changes: `trace`, `blame`, `why`, `audit`, `changes`, `undo`.
///
/// Deliberately absent: judging. Start reading at [TraceCommand].
@NullMarked
package dev.writ.app.command.trace;

import org.jspecify.annotations.NullMarked;
