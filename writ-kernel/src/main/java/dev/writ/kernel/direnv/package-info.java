// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// What direnv obeys because an `.envrc` names it: its text is read as a shell would, as far as
/// that can be done without running anything.
///
/// Deliberately absent: input and output; what the files that are named read in their turn. Start
/// reading at [DirenvFile].
@NullMarked
package dev.writ.kernel.direnv;

import org.jspecify.annotations.NullMarked;
