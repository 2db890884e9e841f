// Implements: docs/spec/07-commands.md §7.1 (Command language)
/// Command lines: the language, what a command would really run, what no mode runs, and which
/// programs are known to be harmless, option by option.
///
/// One parser makes one tree ([CommandLine]); [Unwrapping] finds the programs in programs, and
/// [Denylist] says what is barred. Deliberately absent: files, packs and authority, and any way
/// back from a tree to a shell. What is not known to be harmless is not free. Start reading at
/// [CommandParser].
@NullMarked
package dev.writ.kernel.command;

import org.jspecify.annotations.NullMarked;
