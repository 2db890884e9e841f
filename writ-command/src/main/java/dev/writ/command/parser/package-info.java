// Implements: docs/spec/07-commands.md §7.1 (Command language)
/// Reads command lines: words, lists, groups, conditions and loops become one tree of literal
/// words, or are refused with the construct and its place.
///
/// Deliberately absent: what programs do, files, and a second way to read a line. Start reading at
/// [CommandParser].
@NullMarked
package dev.writ.command.parser;

import org.jspecify.annotations.NullMarked;
