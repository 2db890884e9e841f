// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// Files that programs obey automatically: names of files that configure Git, editors, agents and
/// shells, the structure of a Git directory, and the signs by which Git recognises a repository.
///
/// Deliberately absent: input and output; decisions, which the gate makes. Start reading at
/// [ObeyedNames].
@NullMarked
package dev.writ.kernel.protection;

import org.jspecify.annotations.NullMarked;
