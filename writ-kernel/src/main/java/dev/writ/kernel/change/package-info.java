// Implements: docs/spec/02-architecture.md §2.4 (The door)
/// Changes as transactions: receipt, act and outcome of what alters files, and their undoing.
///
/// Deliberately absent: judging a change. Start reading at [ChangeTransaction].
@NullMarked
package dev.writ.kernel.change;

import org.jspecify.annotations.NullMarked;
