// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// The editor of a message: text, keys, history, completion.
///
/// Deliberately absent: the screen. Start reading at [MessageEditor].
@NullMarked
package dev.writ.app.terminal.editor;

import org.jspecify.annotations.NullMarked;
