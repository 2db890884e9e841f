// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// Judges what a command changed, entry by entry.
///
/// Deliberately absent: applying it. Start reading at [ViewJudge].
@NullMarked
package dev.writ.kernel.judge;

import org.jspecify.annotations.NullMarked;
