// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.objects;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.repository.GitHead;
import dev.writ.sandbox.snapshot.GitIndex;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What the repositories within the workspace's own track, submodules among them: in each of them
/// Git sees only that one's index and ignore files. A directory is looked at once until
/// [#renewed()].
public final class NestedIndexes {
  private final Path root;
  private final Map<WorkspacePath, Optional<IndexFile>> known = new ConcurrentHashMap<>();

  /// @param root of the workspace
  public NestedIndexes(Path root) {
    this.root = root;
  }

  /// Whether a repository begins in a directory below the root.
  public boolean isRepository(WorkspacePath directory) {
    return at(directory).isPresent();
  }

  /// Whether the innermost repository around a place tracks it.
  public boolean track(WorkspacePath place) {
    for (WorkspacePath at = place; !at.isRoot(); ) {
      at = at.parent();
      Optional<IndexFile> index = at.isRoot() ? Optional.empty() : at(at);
      if (index.isPresent()) {
        int depth = at.segments().size();
        return index
            .get()
            .now()
            .tracks(String.join("/", place.segments().subList(depth, place.segments().size())));
      }
    }
    return false;
  }

  private Optional<IndexFile> at(WorkspacePath directory) {
    return known.computeIfAbsent(
        directory,
        _ -> {
          Path top = root.resolve(directory.toString());
          GitHead head = new GitHead(top);
          return head.repository()
              .filter(is -> is.top().equals(top))
              .map(_ -> new IndexFile(top, head));
        });
  }

  /// Looks again where no repository was. Of two answers equal ones mean that the same is tracked.
  public Map<WorkspacePath, GitIndex> renewed() {
    known.values().removeIf(Optional::isEmpty);
    Map<WorkspacePath, GitIndex> now = new HashMap<>();
    known.forEach((directory, index) -> now.put(directory, index.orElseThrow().now()));
    return now;
  }
}
