// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
/// Texts made from the table of commands and options: help, completion scripts, the manual page.
///
/// Deliberately absent: running commands. Start reading at [CommandEntry].
@NullMarked
package dev.writ.app.manual;

import org.jspecify.annotations.NullMarked;
