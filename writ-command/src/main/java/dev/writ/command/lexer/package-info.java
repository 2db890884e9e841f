// Implements: docs/spec/07-commands.md §7.1 (Command language)
/// Takes the letters of a command line apart into words and operators: quotes, values of variables
/// and here-documents; what the language lacks is refused with its place.
///
/// Deliberately absent: which words make a command, and what programs do. Start reading at
/// [CommandLexer].
@NullMarked
package dev.writ.command.lexer;

import org.jspecify.annotations.NullMarked;
