// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.GitLayout;
import dev.writ.kernel.protection.GitPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The order in which differences are applied, so that whoever uses a repository meanwhile, or
/// after a kill, finds in it what was there or what came: Git's objects stand before what names
/// them, the work tree before index, refs and `HEAD`, and what goes from a repository goes last. A
/// stash that grows comes before the work tree, which no longer has what is in it.
public final class ApplicationOrder {
  private static final String GIT = ".git";
  private static final String STASH = "refs/stash";

  private static final Comparator<ViewDifference> BY_PART =
      Comparator.comparing(one -> GitPart.of(one.path()));

  /// What is applied of a repository behind the work tree.
  ///
  /// @param repository its Git directory
  public record RepositoryData(WorkspacePath repository, List<ViewDifference> differences) {
    /// Whether a place is in that Git directory.
    public boolean holds(WorkspacePath place) {
      return GitLayout.directory(place).filter(repository::equals).isPresent();
    }

    /// Whether there was no such repository.
    public boolean isNew() {
      return differences.stream().anyMatch(ViewDifference::isNewRepository);
    }

    /// The order in which it is put.
    public List<ViewDifference> inOrder() {
      return differences.stream().sorted(BY_PART).toList();
    }
  }

  private final List<ViewDifference> ahead = new ArrayList<>();
  private final List<ViewDifference> workTree = new ArrayList<>();
  private final Map<WorkspacePath, List<ViewDifference>> behind = new LinkedHashMap<>();

  /// @param differences those above a place before those in it
  public ApplicationOrder(List<ViewDifference> differences) {
    Set<WorkspacePath> fresh = new HashSet<>();
    Set<WorkspacePath> growing = new HashSet<>();
    for (ViewDifference one : differences) {
      if (one.isNewRepository()) {
        fresh.add(one.path());
      } else if (isOf(one, "logs/" + STASH)
          && one.after().stamp().size() > one.before().stamp().size()) {
        GitLayout.directory(one.path()).ifPresent(growing::add);
      }
    }
    for (ViewDifference one : differences) {
      if (!isInRepository(one.path()) || isLink(one)) {
        workTree.add(one);
        continue;
      }
      WorkspacePath repository = GitLayout.directory(one.path()).orElseThrow();
      boolean early =
          GitPart.of(one.path()).compareTo(GitPart.PACK_INDEXES) <= 0
              || (growing.contains(repository) && isOf(one, STASH));
      if (early && one.after().isFile() && !fresh.contains(repository)) {
        ahead.add(one);
      } else {
        behind.computeIfAbsent(repository, _ -> new ArrayList<>()).add(one);
      }
    }
    ahead.sort(BY_PART);
    ahead.addAll(0, directories(ahead));
  }

  /// The new directories that these need.
  private List<ViewDifference> directories(List<ViewDifference> files) {
    Set<WorkspacePath> needed = new HashSet<>();
    for (ViewDifference file : files) {
      for (WorkspacePath at = file.path(); !at.name().equals(GIT); at = at.parent()) {
        needed.add(at.parent());
      }
    }
    return behind.values().stream()
        .flatMap(List::stream)
        .filter(one -> one.isNewDirectory() && needed.contains(one.path()))
        .toList();
  }

  /// Whether a place is a Git directory, or in one.
  public static boolean isInRepository(WorkspacePath place) {
    return GitLayout.directory(place).isPresent();
  }

  /// Whether a file, which says where the Git directory is, stands at the place of one.
  private static boolean isLink(ViewDifference difference) {
    return difference.path().name().equals(GIT)
        && (difference.before().isLeaf() || difference.after().isLeaf());
  }

  private static boolean isOf(ViewDifference difference, String ref) {
    return difference.path().toString().endsWith("/" + ref);
  }

  /// What comes into repositories before anything of the work tree.
  public List<ViewDifference> ahead() {
    return ahead;
  }

  /// All that is in no repository.
  public List<ViewDifference> workTree() {
    return workTree;
  }

  /// What is applied of each repository behind the work tree.
  public List<RepositoryData> repositories() {
    return behind.entrySet().stream()
        .map(one -> new RepositoryData(one.getKey(), one.getValue()))
        .toList();
  }
}
