// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// A full-screen view of long text.
///
/// Deliberately absent: files and sessions; the caller brings the text. Start reading at
// [TextPager].
@NullMarked
package dev.writ.app.terminal.pager;

import org.jspecify.annotations.NullMarked;
