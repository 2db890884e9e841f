// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.PlaceLookup.PlaceKind;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds directories that Git treats as a repository although they are not called `.git`
/// (`is_git_directory` in Git's setup.c): those with `HEAD` and, unless `commondir` leads to them,
/// with `objects` and `refs`. Git obeys the `config` there. The entries' content is ignored: it can
/// be written later. If a `.git` is beside them, Git uses that one. An instance caches its
/// findings, so it is for one state only.
public final class RepositoryShape {
  private static final String GIT = ".git";
  private static final String HEAD = "HEAD";
  private static final String COMMON = "commondir";
  private static final String OBJECTS = "objects";
  private static final String REFS = "refs";

  private static final Set<String> PARTS = Set.of("head", COMMON, OBJECTS, REFS);

  private final PlaceLookup places;
  private final Map<WorkspacePath, Boolean> known = new HashMap<>();
  private final Map<WorkspacePath, Boolean> workTrees = new HashMap<>();

  /// @param places one state of them
  public RepositoryShape(PlaceLookup places) {
    this.places = places;
  }

  /// Whether something of that name is a part of what makes a directory a repository.
  public static boolean isPart(String name) {
    return PARTS.contains(ObeyedNames.fold(name));
  }

  /// The directory that new entries make a repository of, if they do.
  ///
  /// @throws IOException if places can't be read
  public static Optional<WorkspacePath> made(
      Collection<WorkspacePath> fresh, PlaceLookup before, PlaceLookup after) throws IOException {
    RepositoryShape was = new RepositoryShape(before);
    RepositoryShape is = new RepositoryShape(after);
    for (WorkspacePath place : fresh) {
      Optional<WorkspacePath> directory = is.madeBy(place);
      if (directory.isPresent() && !was.isRepository(directory.get())) {
        return directory;
      }
    }
    return Optional.empty();
  }

  /// Whether Git takes that directory for a repository.
  ///
  /// @throws IOException if places can't be read
  public boolean isRepository(WorkspacePath directory) throws IOException {
    Boolean before = known.get(directory);
    if (before == null) {
      before =
          stands(directory, HEAD)
              && (stands(directory, COMMON)
                  || (stands(directory, OBJECTS) && stands(directory, REFS)));
      known.put(directory, before);
    }
    return before;
  }

  private boolean stands(WorkspacePath directory, String name) throws IOException {
    return places.at(directory.child(name)) != PlaceKind.NOTHING;
  }

  /// Whether a `.git` there says where the repository is: a file or link, or a whole directory.
  private boolean isWorkTree(WorkspacePath directory) throws IOException {
    Boolean before = workTrees.get(directory);
    if (before == null) {
      WorkspacePath git = directory.child(GIT);
      PlaceKind kind = places.at(git);
      before =
          switch (kind) {
            case NOTHING, OTHER -> false;
            case FILE, LINK -> true;
            case DIRECTORY -> isRepository(git);
          };
      workTrees.put(directory, before);
    }
    return before;
  }

  /// The repository that a place is in, as Git looks for one: upwards, until a work tree or a
  /// directory that is a repository itself. Empty in a work tree.
  ///
  /// @throws IOException if places can't be read
  public Optional<WorkspacePath> around(WorkspacePath place) throws IOException {
    List<String> segments = place.segments();
    for (int depth = segments.size(); depth >= 0; depth--) {
      WorkspacePath directory = new WorkspacePath(segments.subList(0, depth));
      if (isWorkTree(directory)) {
        return Optional.empty();
      }
      if (isRepository(directory) && places.at(directory) != PlaceKind.LINK) { // it leads to one
        return Optional.of(directory);
      }
    }
    return Optional.empty();
  }

  /// The repository that something new at that place makes of a directory: only where a name of the
  /// path is a part of one. Cheap for all other places.
  ///
  /// @throws IOException if places can't be read
  public Optional<WorkspacePath> madeBy(WorkspacePath place) throws IOException {
    List<String> segments = place.segments();
    for (int i = 0; i < segments.size(); i++) {
      if (isPart(segments.get(i))) {
        WorkspacePath directory = new WorkspacePath(segments.subList(0, i));
        if (isRepository(directory) && !isWorkTree(directory)) {
          return Optional.of(directory);
        }
      }
    }
    return Optional.empty();
  }
}
