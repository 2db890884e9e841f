// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools.patch;

import java.util.List;
import java.util.Optional;

/// A patch's change of one file.
sealed interface FilePatch {
  /// The file as the patch names it.
  String path();

  /// Creating it.
  record Add(String path, String content) implements FilePatch {}

  /// Deleting it.
  ///
  /// @param hunks what the patch says of its content; none where it says nothing
  record Delete(String path, List<PatchHunk> hunks) implements FilePatch {
    public Delete {
      hunks = List.copyOf(hunks);
    }
  }

  /// Changing it, moving it, or both.
  record Update(String path, Optional<String> to, List<PatchHunk> hunks) implements FilePatch {
    public Update {
      hunks = List.copyOf(hunks);
    }
  }

  /// A patch that can't be read.
  final class PatchException extends Exception {
    private static final long serialVersionUID = 1;

    /// @param line of the patch, from 1
    PatchException(int line, String message) {
      super("line " + line + " of the patch: " + message);
    }
  }
}
