// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.file;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.workspace.DirectoryOpener;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// Directories that a command closed, open for their owner while one looks what it changed in them
/// and takes it back.
public final class WritableDirectories implements AutoCloseable {
  private static final int FOR_ITS_OWNER = 0700;

  private final WorkspaceRoot root;
  private final SequencedMap<WorkspacePath, Integer> closed = new LinkedHashMap<>();
  private final Set<WorkspacePath> seen = new HashSet<>();

  public WritableDirectories(WorkspaceRoot root) {
    this.root = root;
  }

  /// Opens the directories above a place, from the root on, and the one that stands there itself.
  /// One behind a link, or another user's, stays as it is: what is restored in it says so.
  public void open(WorkspacePath place) {
    if (place.isRoot() || !seen.add(place)) {
      return;
    }
    open(place.parent());
    try (DirectoryHandle above = DirectoryOpener.open(root, place.parent())) {
      DirectoryEntry entry = above.entry(place.name());
      if (entry != null
          && entry.isDirectory()
          && (entry.permissions() & FOR_ITS_OWNER) != FOR_ITS_OWNER) {
        above.setPermissions(place.name(), entry.permissions() | FOR_ITS_OWNER);
        closed.put(place, entry.permissions());
      }
    } catch (IOException _) {
      // Nothing can be reached by that path.
    }
  }

  /// The permissions of a directory that is open only until this is closed; empty for others.
  public Optional<String> mode(WorkspacePath place) {
    return Optional.ofNullable(closed.get(place)).map(PermissionText::of);
  }

  /// A directory stands elsewhere now, with what is in it.
  public void moved(WorkspacePath from, WorkspacePath to) {
    for (WorkspacePath place : List.copyOf(closed.keySet())) {
      if (place.within(from)) {
        List<String> segments = new ArrayList<>(to.segments());
        segments.addAll(place.segments().subList(from.segments().size(), place.segments().size()));
        closed.put(new WorkspacePath(segments), closed.remove(place));
      }
    }
  }

  /// A directory got the permissions that it is to have.
  public void restored(WorkspacePath place) {
    closed.remove(place);
  }

  /// Those that are still there get their permissions back, from within.
  @Override
  public void close() {
    closed.sequencedEntrySet().reversed().forEach(one -> shut(one.getKey(), one.getValue()));
    closed.clear();
  }

  private void shut(WorkspacePath place, int permissions) {
    try (DirectoryHandle above = DirectoryOpener.open(root, place.parent())) {
      DirectoryEntry entry = above.entry(place.name());
      if (entry != null && entry.isDirectory()) {
        above.setPermissions(place.name(), permissions);
      }
    } catch (IOException _) {
      // It went with what was taken back.
    }
  }
}
