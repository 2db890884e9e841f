// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// A conversation at a terminal: keys in, lines out.
///
/// Deliberately absent: the session and its model. Start reading at [ChatScreen].
@NullMarked
package dev.writ.app.terminal.chat;

import org.jspecify.annotations.NullMarked;
