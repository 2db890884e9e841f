// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// Runs a judged command and settles its changes: judged, recorded, applied or dropped, also
/// after a kill.
///
/// Deliberately absent: a change without a record, except ignored build outputs and Git's own data
/// (decision 12). Start reading at [CommandRun].
@NullMarked
package dev.writ.kernel.settle;

import org.jspecify.annotations.NullMarked;
