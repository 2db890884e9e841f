// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.call;

import java.util.Locale;

/// The purpose of a tool, declared once with the tool; modes and kinds are tables over it.
public enum EffectClass {
  /// Reads the workspace.
  READ,
  /// Changes the workspace.
  WRITE,
  /// Runs programs.
  EXECUTE,
  /// Talks to other hosts.
  NETWORK,
  /// Changes only the session: intent, plan, questions.
  CONTROL;

  /// The word used in configuration and messages.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
