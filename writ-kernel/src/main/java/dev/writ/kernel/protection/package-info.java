// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// What programs obey on their own: names of files that configure Git, editors, agents and shells,
/// the structure of a Git directory, and what makes Git take a directory for a repository.
///
/// Deliberately absent: input and output; decisions, which the gate makes. Start reading at
/// [ObeyedNames].
@NullMarked
package dev.writ.kernel.protection;

import org.jspecify.annotations.NullMarked;
