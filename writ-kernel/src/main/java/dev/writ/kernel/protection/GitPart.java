// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.protection;

import dev.writ.base.scope.WorkspacePath;
import java.util.List;

/// The parts of a Git directory: what refers to one comes behind it.
public enum GitPart {
  /// Objects of their own, and packs.
  OBJECTS,
  /// The indexes by which packs are found.
  PACK_INDEXES,
  /// All else, logs among it.
  OTHER_FILES,
  /// The index, and the list of packed refs.
  INDEXES,
  /// Refs in files of their own.
  REFS,
  /// What is checked out.
  HEADS;

  /// The part that a place is.
  ///
  /// @param place in a Git directory
  public static GitPart of(WorkspacePath place) {
    List<String> names = GitLayout.below(place);
    if (GitLayout.isObject(names)) {
      return place.name().endsWith(".idx") ? PACK_INDEXES : OBJECTS;
    }
    if (names.contains("refs")) {
      return names.contains("logs") ? OTHER_FILES : REFS;
    }
    return switch (place.name()) {
      case "HEAD" -> names.contains("logs") ? OTHER_FILES : HEADS;
      case "index", "packed-refs" -> INDEXES;
      default -> OTHER_FILES;
    };
  }
}
