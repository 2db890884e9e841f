// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
/// The subcommands, a class each.
///
/// Deliberately absent: wiring, and judging. Start reading at [Commands].
@NullMarked
package dev.writ.app.command;

import org.jspecify.annotations.NullMarked;
