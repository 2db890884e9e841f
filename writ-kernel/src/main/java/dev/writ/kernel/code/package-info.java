// Implements: docs/spec/07-commands.md §7.4 (Execution)
/// The code of the workspace that a line's programs run or obey, as far as the line shows: what a
/// line is judged with, and what a grant is bound to.
///
/// Deliberately absent: what that code loads in its turn. Start reading at [NamedCode].
@NullMarked
package dev.writ.kernel.code;

import org.jspecify.annotations.NullMarked;
