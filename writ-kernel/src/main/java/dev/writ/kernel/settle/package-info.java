// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// Runs a judged command and settles its changes: judged, recorded, applied or dropped, also
/// after a kill.
///
/// Deliberately absent: a change without a record. Start reading at [CommandRun].
@NullMarked
package dev.writ.kernel.settle;

import org.jspecify.annotations.NullMarked;
