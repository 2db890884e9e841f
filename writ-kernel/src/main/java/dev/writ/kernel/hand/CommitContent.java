// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.hand;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The content of one commit.
///
/// @param check of the paths, which Git reads between a first and a last one
/// @param programs those of them that became programs, or ceased to be
public record CommitContent(
    List<WorkspacePath> paths, String message, ContentCheck check, Set<WorkspacePath> programs) {
  /// Nothing.
  public static final CommitContent NONE = new CommitContent(List.of(), "");

  /// Looks whether paths may be committed as they are now.
  @FunctionalInterface
  public interface ContentCheck {
    /// Why a path is not to be committed, nor any other then, unless it is ignored.
    ///
    /// @throws IOException if that can't be said
    Map<WorkspacePath, String> objections() throws IOException;
  }

  public CommitContent {
    paths = List.copyOf(paths);
    programs = Set.copyOf(programs);
  }

  /// A commit without an objection.
  public CommitContent(List<WorkspacePath> paths, String message) {
    this(paths, message, Map::of, Set.of());
  }

  Optional<String> objection(List<String> committed) throws IOException {
    Map<WorkspacePath, String> objections = check.objections();
    return committed.stream()
        .flatMap(name -> Optional.ofNullable(objections.get(WorkspacePath.of(name))).stream())
        .findFirst();
  }

  List<String> names() {
    return paths.stream().map(WorkspacePath::toString).toList();
  }
}
