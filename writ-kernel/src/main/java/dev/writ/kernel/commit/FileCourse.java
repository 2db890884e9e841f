// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.commit;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A file's contents in the course of a turn, as hashes; empty if there was no file.
///
/// @param before the first one
/// @param passed its states since another program changed it; if the turn itself committed, one of
///     them is the committed one
/// @param after the last one
record FileCourse(Optional<String> before, Set<Optional<String>> passed, Optional<String> after) {
  FileCourse {
    passed = Set.copyOf(passed);
  }

  /// That of one change.
  static FileCourse of(Optional<String> before, Optional<String> after) {
    return new FileCourse(before, new HashSet<>(List.of(before, after)), after);
  }

  /// This course continued by another one.
  FileCourse then(FileCourse next) {
    Set<Optional<String>> all = new HashSet<>(next.passed);
    all.addAll(after.equals(next.before) ? passed : Set.of());
    return new FileCourse(before, all, next.after);
  }

  /// Whether all that differs from a content is the turn's.
  boolean startsAt(Optional<String> content) {
    return content.equals(before) || passed.contains(content);
  }
}
