// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
/// Subcommands that work or list work: `run`, `tools`, `sessions`, and what chats share with them.
///
/// Deliberately absent: wiring, and judging. Start reading at [RunSubcommand].
@NullMarked
package dev.writ.app.command.session;

import org.jspecify.annotations.NullMarked;
