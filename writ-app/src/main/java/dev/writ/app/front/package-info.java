// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// Front ends of the command line: what events look like, and how a person is asked.
///
/// Deliberately absent: deciding anything. Start reading at [PlainScreen].
@NullMarked
package dev.writ.app.front;

import org.jspecify.annotations.NullMarked;
