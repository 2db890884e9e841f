// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.scope.WorkspacePath;

/// Says what of an output, which else counts as one thing, has to be judged by itself.
@FunctionalInterface
public interface OutputGuard {
  /// Nothing has.
  OutputGuard NONE = (_, _) -> false;

  /// Whether a change of a place has.
  ///
  /// @param link whether a link stands there
  boolean asks(WorkspacePath place, boolean link);
}
