// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import java.util.Optional;

/// Looks at the terminal once something is to be drawn, so that nothing is loaded for it before.
public interface PaintSource {
  /// How lines look; empty where they must be plain.
  Optional<TerminalPaint> paint();
}
