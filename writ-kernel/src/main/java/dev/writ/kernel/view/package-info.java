// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// The copy-on-write view that a command works on, its changes there, and its application to
/// the workspace.
///
/// Deliberately absent: judging a change. Start reading at [CommandView].
@NullMarked
package dev.writ.kernel.view;

import org.jspecify.annotations.NullMarked;
