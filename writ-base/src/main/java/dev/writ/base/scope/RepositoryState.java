// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.base.scope;

import java.util.Optional;

/// The kind of the workspace's Git repository and its operation in progress.
///
/// @param whole the directory of the repository's first working tree, where this is a further one
/// @param branch that is checked out; empty where none is
/// @param commits whether there is a commit at all
/// @param operation that Git has begun and not finished, such as a rebase
public record RepositoryState(
    RepositoryKind kind,
    Optional<String> whole,
    Optional<String> branch,
    boolean commits,
    Optional<String> operation) {
  /// No repository.
  public static final RepositoryState NONE = of(RepositoryKind.NONE);

  /// For a repository without a working tree only the kind is known.
  public static RepositoryState of(RepositoryKind kind) {
    return new RepositoryState(
        kind, Optional.empty(), Optional.empty(), /* commits= */ false, Optional.empty());
  }

  /// Kinds of repositories.
  public enum RepositoryKind {
    /// There is none.
    NONE("not a Git repository"),
    /// With its own directory `.git`.
    REPOSITORY("a Git repository"),
    /// A further working tree of another repository.
    WORKTREE("a linked worktree of a Git repository"),
    /// Part of another repository.
    SUBMODULE("a submodule of a Git repository"),
    /// Without a working tree.
    BARE("a bare Git repository, which has no working tree");

    private final String words;

    RepositoryKind(String words) {
      this.words = words;
    }

    /// For people.
    public String words() {
      return words;
    }
  }

  /// For people, in one line.
  public String words() {
    if (kind == RepositoryKind.NONE || kind == RepositoryKind.BARE) {
      return kind.words();
    }
    return kind.words()
        + whole.map(place -> " in " + place).orElse("")
        + branch.map(name -> ", branch " + name).orElse(", no branch is checked out")
        + (commits ? "" : ", no commits yet")
        + operation.map(name -> ", " + name + " in progress").orElse("");
  }
}
