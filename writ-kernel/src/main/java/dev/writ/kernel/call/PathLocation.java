// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.call;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ToolError;

/// Where a name that somebody gave really leads, links followed. A refused location takes part in a
/// proposal like any other, so that the containment gate is the one place that denies it.
public sealed interface PathLocation {
  /// The name as it was given.
  String given();

  /// Inside the workspace, at this real place.
  record Inside(String given, WorkspacePath path) implements PathLocation {
    @Override
    public String toString() {
      return path.toString();
    }
  }

  /// Somewhere that may not be reached, or nowhere.
  record Refused(String given, ToolError error) implements PathLocation {
    @Override
    public String toString() {
      return given;
    }
  }
}
