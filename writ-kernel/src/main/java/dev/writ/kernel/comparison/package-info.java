// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
/// Differences between two states of the workspace, however they were found.
///
/// Deliberately absent: judging and recording them. Start reading at [ViewDifference].
@NullMarked
package dev.writ.kernel.comparison;

import org.jspecify.annotations.NullMarked;
