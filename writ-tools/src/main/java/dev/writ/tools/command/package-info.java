// Implements: docs/spec/06-tools.md §6 (Tools)
/// The tools that run commands and read what they print.
///
/// Deliberately absent: a shell. Start reading at [RunCommandTool].
@NullMarked
package dev.writ.tools.command;

import org.jspecify.annotations.NullMarked;
