// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.kernel.policy;

import java.util.Locale;

/// The acts that need no question.
public enum ExecutionMode {
  /// Every write and every command asks.
  INTERACTIVE,
  /// Writes inside the intent's scope and harmless reads happen; the rest asks or is denied.
  RESTRICTED_AUTONOMOUS,
  /// Nothing asks; authority and denylist still bound.
  FULL_AUTONOMOUS;

  /// The word used in configuration and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
