// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

/// Stands for a person's own `--no-sandbox`. Made in one place, where a person's words are read and
/// audited; no tool argument and no configuration of a repository ever becomes one.
///
/// @param how the person's words, for the audit
public record UnsandboxedConsent(String how) {
  public UnsandboxedConsent {
    if (how.isBlank()) {
      throw new IllegalArgumentException("a word without a word");
    }
  }
}
