// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
/// What no mode runs: destruction, escapes from confinement, programs that load code which nobody
/// saw.
///
/// Deliberately absent: exceptions by configuration; they only add. Start reading at [Denylist].
@NullMarked
package dev.writ.command.denylist;

import org.jspecify.annotations.NullMarked;
