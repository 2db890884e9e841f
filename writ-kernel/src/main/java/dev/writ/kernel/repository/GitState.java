// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.kernel.repository;

import dev.writ.base.scope.RepositoryState;
import dev.writ.base.scope.RepositoryState.RepositoryKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads what kind of repository a workspace lies in from its plain files: no program is run.
public final class GitState {
  /// The files of a repository that record Git's unfinished operations (git-status(1),
  /// wt-status.c).
  static final Map<String, String> OPERATIONS = operations();

  private final Path workspace;
  private final GitHead head;

  /// @param head of the same workspace
  public GitState(Path workspace, GitHead head) {
    this.workspace = workspace;
    this.head = head;
  }

  private static Map<String, String> operations() {
    Map<String, String> operations = new LinkedHashMap<>();
    operations.put("rebase-merge", "a rebase");
    operations.put("rebase-apply", "a rebase");
    operations.put("MERGE_HEAD", "a merge");
    operations.put("CHERRY_PICK_HEAD", "a cherry-pick");
    operations.put("REVERT_HEAD", "a revert");
    operations.put("sequencer", "a cherry-pick or revert");
    operations.put("BISECT_LOG", "a bisection");
    return operations;
  }

  /// The state now.
  public RepositoryState now() {
    Optional<GitHead.Repository> repository = head.repository();
    if (repository.isEmpty()) {
      return isBare() ? RepositoryState.of(RepositoryKind.BARE) : RepositoryState.NONE;
    }
    Path directory = repository.get().directory();
    Optional<String> operation =
        OPERATIONS.entrySet().stream()
            .filter(entry -> Files.exists(directory.resolve(entry.getKey())))
            .map(Map.Entry::getValue)
            .findFirst();
    RepositoryKind kind = kind(repository.get());
    return new RepositoryState(
        kind,
        kind == RepositoryKind.WORKTREE ? head.whole() : Optional.empty(),
        head.branch(),
        head.revision().known(),
        operation);
  }

  private static RepositoryKind kind(GitHead.Repository repository) {
    if (!Files.isRegularFile(repository.top().resolve(".git"))) {
      return RepositoryKind.REPOSITORY;
    }
    return Files.exists(repository.directory().resolve("commondir"))
        ? RepositoryKind.WORKTREE
        : RepositoryKind.SUBMODULE;
  }

  /// Whether the workspace is itself a repository's own directory.
  private boolean isBare() {
    try {
      return Files.isRegularFile(workspace.resolve("HEAD"))
          && Files.isDirectory(workspace.resolve("objects"))
          && Files.isDirectory(workspace.resolve("refs"))
          && Files.isRegularFile(workspace.resolve("config"))
          && Files.size(workspace.resolve("config")) < 1 << 20
          && Files.readAllLines(workspace.resolve("config")).stream()
              .anyMatch(line -> line.replace(" ", "").strip().equals("bare=true"));
    } catch (IOException _) {
      return false;
    }
  }
}
