// Implements: docs/spec/07-commands.md §7.1 (Command language)
/// The command language as a tree of literal words, and what its words mean to every program.
///
/// Deliberately absent: files, packs and authority, and any way back from a tree to a shell. Start
/// reading at [CommandLine].
@NullMarked
package dev.writ.command.language;

import org.jspecify.annotations.NullMarked;
