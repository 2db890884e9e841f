// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Deque;
import java.util.Iterator;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;

/// The directories that were closed to their owner and that a look opened: a command of that owner
/// could open them, too. They stay open while contents are read, and get their permissions back.
final class OpenedDirectories {
  private record Opened(WorkspacePath path, int permissions) {}

  /// The last one that was opened first: one in another is shut before that.
  private final Deque<Opened> all = new ConcurrentLinkedDeque<>();

  /// Opens a directory, if it is the user's own.
  ///
  /// @return whether it is open now
  boolean open(DirectoryLister lister, WorkspacePath path, String name) {
    OptionalInt before = lister.open(name);
    before.ifPresent(permissions -> all.addFirst(new Opened(path, permissions)));
    return before.isPresent();
  }

  /// Gives them their permissions back.
  ///
  /// @param stays finds those that stay as they are
  /// @throws IOException where the workspace can't be opened
  void shut(Path workspace, Predicate<WorkspacePath> stays) throws IOException {
    if (all.isEmpty()) {
      return;
    }
    try (DirectoryLister lister = DirectoryLister.below(workspace)) {
      for (Iterator<Opened> left = all.iterator(); left.hasNext(); ) {
        Opened one = left.next();
        if (!stays.test(one.path())) {
          lister.shut(one.path().isRoot() ? "" : one.path().toString(), one.permissions());
        }
        left.remove();
      }
    }
  }
}
