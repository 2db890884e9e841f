// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.screen.ColorTheme;
import dev.writ.app.terminal.screen.LiveRegion;

/// The theme of the screen: the one that the person chose by `/theme`, else the one that fits the
/// terminal. Until the configuration is read, nothing says that colours are wanted, and there are
/// none.
final class ThemeChoice {
  private final LiveRegion region;
  private final ColorTheme usual;
  private ColorTheme present = ColorTheme.MONOCHROME;
  private boolean chosen;

  /// @param region drawn without colours so far
  /// @param usual fits the terminal
  ThemeChoice(LiveRegion region, ColorTheme usual) {
    this.region = region;
    this.usual = usual;
  }

  /// Applies the configuration, which a choice of the person overrides.
  ///
  /// @param colors whether there are colours (`ui.color`)
  void allow(boolean colors) {
    if (!chosen) {
      use(colors ? usual : ColorTheme.MONOCHROME);
    }
  }

  /// Uses a theme from now on.
  void choose(ColorTheme theme) {
    chosen = true;
    use(theme);
  }

  private void use(ColorTheme theme) {
    present = theme;
    region.theme(theme);
  }

  /// The theme of the screen now.
  ColorTheme present() {
    return present;
  }
}
