// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// Questions to the person, answered by keys.
///
/// Deliberately absent: deciding anything. Start reading at [ApprovalDialog].
@NullMarked
package dev.writ.app.terminal.dialog;

import org.jspecify.annotations.NullMarked;
