// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.judge;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ViewDifference;
import java.util.List;
import java.util.Optional;

/// A Git directory with what a command changed in it.
///
/// @param known the Git directory that says what guarded places had before: the same, or that of
///     the repository around a new one
/// @param workTree what its paths are relative to
/// @param git the command's stated use of Git
record ChangedRepository(
    WorkspacePath directory,
    Optional<WorkspacePath> known,
    WorkspacePath workTree,
    GitRefChanges refs,
    List<ViewDifference> differences,
    GitUse git) {
  private static final List<String> REMOTES =
      List.of("refs/remotes/", "refs/tags/", "logs/refs/remotes/", "logs/refs/tags/");

  List<String> below(ViewDifference difference) {
    return difference
        .path()
        .segments()
        .subList(directory.segments().size(), difference.path().segments().size());
  }

  /// Whether it is that of its work tree, and not of a submodule.
  boolean isOfWorkTree() {
    return directory.parent().equals(workTree);
  }

  /// Whether a remote's history stands there, and may have come from hosts.
  boolean isRemotes(String name) {
    return git.reachesHosts() && REMOTES.stream().anyMatch(name::startsWith);
  }
}
