// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
/// Commands that no mode runs: destruction, escapes from confinement, programs that load unseen
/// code.
///
/// Deliberately absent: exceptions by configuration; they only add. Start reading at [Denylist].
@NullMarked
package dev.writ.command.denylist;

import org.jspecify.annotations.NullMarked;
