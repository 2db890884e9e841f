// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// Markdown that streams in, as lines.
///
/// Deliberately absent: the network. Start reading at [MarkdownStream].
@NullMarked
package dev.writ.app.terminal.markdown;

import org.jspecify.annotations.NullMarked;
