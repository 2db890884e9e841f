// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.file;

import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.store.ViewStore;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.TreeWalk;
import dev.writ.kernel.workspace.WorkspaceRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// All hands of one workspace, behind the door.
///
/// @param locator finds where names lead
/// @param data the person's own data directory, outside
public record Hands(
    WorkspaceRoot root,
    PathLocator locator,
    ObjectStore store,
    FileHand files,
    TreeWalk tree,
    Path data) {
  /// Those below a root.
  ///
  /// @param blocked absolute paths that are out of reach
  /// @param programs directories outside with programs that may be called by a link
  /// @param data the person's own data directory, outside
  public static Hands of(WorkspaceRoot root, List<Path> blocked, List<Path> programs, Path data) {
    PathLocator locator = new PathLocator(root, blocked, programs);
    ObjectStore store = new ObjectStore(root);
    TreeWalk tree = new TreeWalk(root, locator);
    return new Hands(root, locator, store, new FileHand(root, store), tree, data);
  }

  /// Whether the content of that hash is kept for an undo, as far as that can be read.
  public boolean isKept(String hash) {
    try {
      return store.get(hash).isPresent();
    } catch (IOException _) {
      return false;
    }
  }

  /// The directory of commands' views.
  public ViewStore viewStore() {
    return new ViewStore(root, data);
  }
}
