// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.PlaceLookup;
import java.io.IOException;
import java.util.Optional;

/// The changes of a command, as they are judged: in a view, or in the workspace itself.
public interface JudgedChanges {
  /// The state of a place before the command.
  PlaceLookup.PlaceKind kindBefore(WorkspacePath place) throws IOException;

  /// A small text file as the command left it; empty where there is none.
  Optional<String> textAfter(ViewDifference difference) throws IOException;

  /// The same file as it was before the command.
  String textBefore(ViewDifference difference) throws IOException;

  /// Whether a file was only written again as it was: with the same content and permissions.
  boolean isRewritten(ViewDifference difference) throws IOException;

  /// Whether a file is an index of Git that names only what may be in a work tree.
  boolean isSoundIndex(ViewDifference difference) throws IOException;
}
