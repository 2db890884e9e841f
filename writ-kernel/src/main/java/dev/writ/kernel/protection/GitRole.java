// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

/// The role of a file in a Git directory.
public enum GitRole {
  /// History and its bookkeeping, which Git reads as data. A regular file only: a link in its place
  /// makes Git write elsewhere.
  DATA,
  /// The state of a stopped merge, rebase, cherry-pick, revert or bisection. Its continuation may
  /// obey it: a rebase runs `exec` lines.
  OPERATION,
  /// Everything else: files that Git obeys, and unknown files.
  OBEYED
}
