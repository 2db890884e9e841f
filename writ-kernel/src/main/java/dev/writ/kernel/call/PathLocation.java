// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.call;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ToolError;
import java.util.List;

/// The place that a given name resolves to, with links followed. A refused location is part of a
/// proposal like any other, so that only the containment gate denies it.
public sealed interface PathLocation {
  /// The name as it was given.
  String given();

  /// The place within a sentence for a person.
  default String shown() {
    return DisplayText.place(toString());
  }

  /// Inside the workspace, at this real place.
  ///
  /// @param names all names that lead there: those of links on the way, and its own
  record Inside(String given, WorkspacePath path, List<WorkspacePath> names)
      implements PathLocation {
    public Inside {
      names = List.copyOf(names);
    }

    /// A place to which no link leads.
    public Inside(String given, WorkspacePath path) {
      this(given, path, List.of(path));
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  /// Somewhere that may not be reached, or nowhere.
  record RefusedLocation(String given, ToolError error) implements PathLocation {
    @Override
    public String toString() {
      return given;
    }
  }
}
