// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.kernel.authority;

import java.util.Locale;

/// The authority a session runs under. Without an authority file that is observe: file tools and
/// the allowlisted read-only invocations inside the workspace, nothing else.
///
/// @param level how much is permitted
/// @param origin where it comes from, for messages and receipts
public record Authority(Level level, String origin) {
  /// What stands where no project file grants anything.
  public static final Authority OBSERVE =
      new Authority(Level.OBSERVE, "no .writ/project.yaml: observe");

  /// The levels, ordered.
  public enum Level {
    /// Reads project state.
    OBSERVE;

    /// The word used in messages.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
