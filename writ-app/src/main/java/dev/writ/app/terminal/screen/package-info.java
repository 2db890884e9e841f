// Implements: docs/spec/13-terminal.md §13.1 (Chat)
/// The screen: widths, lines, themes, and the live region at the bottom.
///
/// Deliberately absent: what is shown. Start reading at [LiveRegion].
@NullMarked
package dev.writ.app.terminal.screen;

import org.jspecify.annotations.NullMarked;
