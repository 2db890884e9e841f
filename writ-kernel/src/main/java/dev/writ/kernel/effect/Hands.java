// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.effect;

import java.nio.file.Path;
import java.util.List;

/// All hands of one workspace, behind the door.
///
/// @param locator finds where names lead
/// @param data the person's own data directory, outside
public record Hands(Root root, Locator locator, Store store, FileHand files, Tree tree, Path data) {
  /// Those below a root.
  ///
  /// @param blocked absolute paths that are out of reach
  /// @param data the person's own data directory, outside
  public static Hands of(Root root, List<Path> blocked, Path data) {
    Locator locator = new Locator(root, blocked);
    Store store = new Store(root);
    Tree tree = new Tree(root, locator);
    return new Hands(root, locator, store, new FileHand(root, store), tree, data);
  }

  /// Where the views of commands lie.
  ViewStore viewStore() {
    return new ViewStore(root, data);
  }
}
