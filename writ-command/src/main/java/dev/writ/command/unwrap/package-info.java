// Implements: docs/spec/07-commands.md §7.1 (Command language)
/// Determines the programs that a command line would run: programs inside launchers, interpreters,
/// `find`, `awk` and tool runners.
///
/// Deliberately absent: judging; what is found is judged elsewhere. Start reading at
/// [CommandUnwrapping].
@NullMarked
package dev.writ.command.unwrap;

import org.jspecify.annotations.NullMarked;
