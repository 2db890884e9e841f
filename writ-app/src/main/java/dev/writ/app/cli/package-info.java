// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
/// The command line: one strict parser for all commands.
///
/// Deliberately absent: what commands do. Start reading at [ParsedArguments].
@NullMarked
package dev.writ.app.cli;

import org.jspecify.annotations.NullMarked;
