// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

/// What a file of a Git directory is to Git.
public enum GitRole {
  /// History and its bookkeeping, which Git reads as data. A regular file only: a link in its place
  /// makes Git write elsewhere.
  DATA,
  /// The state of a merge, rebase, cherry-pick, revert or bisection that has stopped. What
  /// continues it may obey it: `exec` lines of a rebase are run.
  OPERATION,
  /// Everything else: what Git obeys, and what is not known.
  OBEYED
}
