// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.effect;

import java.nio.file.Path;
import java.util.List;

/// All hands of one workspace, behind the door.
///
/// @param locator finds where names lead
public record Hands(Root root, Locator locator, Store store, FileHand files, Tree tree) {
  /// Those below a root.
  ///
  /// @param blocked absolute paths that are out of reach
  public static Hands of(Root root, List<Path> blocked) {
    Locator locator = new Locator(root, blocked);
    Store store = new Store(root);
    return new Hands(root, locator, store, new FileHand(root, store), new Tree(root, locator));
  }
}
