// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;

/// Says what stands at a place. On a file system that doesn't regard case, it doesn't either.
@FunctionalInterface
public interface PlaceLookup {
  /// The possible kinds of an entry.
  enum PlaceKind {
    /// Nothing.
    NOTHING,
    /// A regular file.
    FILE,
    /// A directory.
    DIRECTORY,
    /// A symbolic link, wherever it leads.
    LINK,
    /// A pipe, a socket, a device.
    OTHER
  }

  /// The entry at the place itself; a link is not followed.
  ///
  /// @throws IOException if that can't be read
  PlaceKind at(WorkspacePath place) throws IOException;
}
