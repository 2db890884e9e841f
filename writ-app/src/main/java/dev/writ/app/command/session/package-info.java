// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
/// Subcommands that work: `chat`, `run`, `tools`.
///
/// Deliberately absent: wiring, and judging. Start reading at [ChatCommand].
@NullMarked
package dev.writ.app.command.session;

import org.jspecify.annotations.NullMarked;
