// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.pager;

import dev.writ.app.terminal.screen.ScreenFrame;

/// What fills the whole screen while it is shown.
@FunctionalInterface
public interface FullScreenView {
  /// The whole screen.
  ScreenFrame frame(int columns, int rows);
}
