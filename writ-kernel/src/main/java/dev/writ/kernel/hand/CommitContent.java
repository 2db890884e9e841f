// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.hand;

import dev.writ.base.scope.WorkspacePath;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The content of one commit.
///
/// @param objections why a path is not to be committed, nor any other then, unless it is ignored
public record CommitContent(
    List<WorkspacePath> paths, String message, Map<WorkspacePath, String> objections) {
  /// Nothing.
  public static final CommitContent NONE = new CommitContent(List.of(), "");

  public CommitContent {
    paths = List.copyOf(paths);
    objections = Map.copyOf(objections);
  }

  /// A commit without an objection.
  public CommitContent(List<WorkspacePath> paths, String message) {
    this(paths, message, Map.of());
  }

  Optional<String> objection(List<String> committed) {
    return committed.stream()
        .flatMap(name -> Optional.ofNullable(objections.get(WorkspacePath.of(name))).stream())
        .findFirst();
  }

  List<String> names() {
    return paths.stream().map(WorkspacePath::toString).toList();
  }
}
