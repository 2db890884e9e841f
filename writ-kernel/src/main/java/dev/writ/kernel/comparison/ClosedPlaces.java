// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ViewDifference.Node;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Files and directories of a view that their command closed to their owner, who can't look into
/// them then: they are opened there, and get their permissions when they are applied.
public final class ClosedPlaces {
  private static final int READABLE = 0400;
  private static final int ENTERED = 0700;

  private final Map<WorkspacePath, Integer> permissions = new HashMap<>();

  /// An entry as its command left it, open for its owner from now on.
  public Node open(DirectoryHandle above, DirectoryEntry entry, WorkspacePath path)
      throws IOException {
    int needed = entry.isDirectory() ? ENTERED : entry.isFile() ? READABLE : 0;
    DirectoryEntry now = entry;
    if ((entry.permissions() & needed) != needed) {
      permissions.put(path, Node.of(entry).permissions());
      above.setPermissions(entry.name(), entry.permissions() | needed);
      now = Objects.requireNonNullElse(above.entry(entry.name()), entry);
    }
    Node node = Node.of(now);
    Integer closed = permissions.get(path);
    return closed == null ? node : node.with(closed);
  }

  /// Closes them again, those within a directory before it: whoever looks next, in another process,
  /// finds them as their command left them. One that can't be closed stays open.
  ///
  /// @param upper of the view
  /// @throws IOException where that can't be opened
  public void closeAgain(Path upper) throws IOException {
    List<WorkspacePath> inner = new ArrayList<>(permissions.keySet());
    inner.sort(Comparator.comparingInt((WorkspacePath path) -> -path.segments().size()));
    try (DirectoryHandle root = DirectoryHandle.open(upper)) {
      for (WorkspacePath path : inner) {
        try {
          close(root, path.segments(), permissions.getOrDefault(path, 0));
        } catch (IOException _) {
          // It is gone, or somebody else's by now.
        }
      }
    }
  }

  private static void close(DirectoryHandle above, List<String> names, int bits)
      throws IOException {
    if (names.size() == 1) {
      above.setPermissions(names.getFirst(), bits);
      return;
    }
    try (DirectoryHandle below = above.child(names.getFirst())) {
      close(below, names.subList(1, names.size()), bits);
    }
  }
}
