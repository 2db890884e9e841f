// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// The state of a workspace from metadata, and the difference of two states.
///
/// Deliberately absent: opening a content; changing anything but permissions of a closed directory.
/// Start reading at [Snapshot].
@NullMarked
package dev.writ.sandbox.snapshot;

import org.jspecify.annotations.NullMarked;
