// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.PlaceLookup;
import dev.writ.sandbox.protection.GitCacheTree;
import dev.writ.sandbox.snapshot.GitIndex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// The changes of a command, as they are judged: in a view, or in the workspace itself.
public interface JudgedChanges {
  /// The state of a place before the command.
  PlaceLookup.PlaceKind kindBefore(WorkspacePath place) throws IOException;

  /// A small text file as the command left it; empty where there is none.
  Optional<String> textAfter(ViewDifference difference) throws IOException;

  /// The same file as it was before the command.
  String textBefore(ViewDifference difference) throws IOException;

  /// Whether a file was only written again as it was: with the same content and permissions. In
  /// the workspace nothing is: protected files are compared by digests, and the others when they
  /// are put back.
  default boolean isRewritten(ViewDifference difference) throws IOException {
    return false;
  }

  /// The content of a regular file before the command; empty where there was none, or its content
  /// is not known.
  ///
  /// @throws IOException where it can't be read
  Optional<byte[]> bytesBefore(WorkspacePath place) throws IOException;

  /// Whether a regular file could be run by its owner before the command.
  ///
  /// @throws IOException where that can't be said
  boolean isProgramBefore(WorkspacePath place) throws IOException;

  /// The content of a regular file as the command left it; empty where there is none.
  ///
  /// @throws IOException where it can't be read
  Optional<byte[]> bytesAfter(ViewDifference difference) throws IOException;

  /// Where the content of a place can be read as the command left it.
  Path fileAfter(WorkspacePath place);

  /// Whether what a changed file held before can be kept, so that an undo brings it back. What has
  /// happened already is told instead.
  ///
  /// @throws IOException where that can't be said
  default boolean canBeKept(ViewDifference difference) throws IOException {
    return true;
  }

  /// When the command began, at the latest, in nanoseconds since 1970.
  long beganAt();

  /// A file of any size that can be recorded as a text, before the command.
  ///
  /// @throws IOException where it can't be read
  default Optional<String> wholeBefore(WorkspacePath place) throws IOException {
    return bytesBefore(place).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /// The same as the command left it.
  ///
  /// @throws IOException where it can't be read
  default Optional<String> wholeAfter(ViewDifference difference) throws IOException {
    return bytesAfter(difference).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /// The index before the command; one without entries where there was none.
  ///
  /// @throws IOException where it can't be read
  default GitIndex indexBefore(ViewDifference difference) throws IOException {
    return bytesBefore(difference.path())
        .map(bytes -> GitIndex.read(bytes, 0, ""))
        .orElse(GitIndex.NONE);
  }

  /// The index as the command left it; one without entries where there is none.
  ///
  /// @throws IOException where it can't be read
  default GitIndex indexAfter(ViewDifference difference) throws IOException {
    return bytesAfter(difference).map(bytes -> GitIndex.read(bytes, 0, "")).orElse(GitIndex.NONE);
  }

  /// Whether a file is an index of Git that names only what may be in a work tree, and whose trees
  /// are those of its entries.
  ///
  /// @throws IOException where it can't be read
  default boolean isSoundIndex(ViewDifference difference) throws IOException {
    return bytesAfter(difference)
        .map(bytes -> GitIndex.read(bytes, 0, "").isSound() && GitCacheTree.isTrue(bytes))
        .orElse(false);
  }
}
