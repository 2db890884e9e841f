// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Finds what lies in directories that were moved since a time: all in them keeps the times that it
/// had (rename(2) changes those of the directory alone, and not when something came into it).
public final class LaterMoves {
  private final WorkspaceRoot root;
  private final Instant since;
  private final Map<WorkspacePath, Boolean> moved = new HashMap<>();

  public LaterMoves(WorkspaceRoot root, Instant since) {
    this.root = root;
    this.since = since;
  }

  /// Whether a place is one of these directories, or below one.
  ///
  /// @throws IOException where one can't be looked at
  public boolean contain(WorkspacePath place) throws IOException {
    for (WorkspacePath at = place; !at.isRoot(); at = at.parent()) {
      Boolean known = moved.get(at);
      if (known == null) {
        known = isMoved(at);
        moved.put(at, known);
      }
      if (known) {
        return true;
      }
    }
    return false;
  }

  private boolean isMoved(WorkspacePath place) throws IOException {
    try {
      Map<String, Object> is =
          Files.readAttributes(
              root.absolute(place),
              "unix:isDirectory,lastModifiedTime,ctime",
              LinkOption.NOFOLLOW_LINKS);
      return Boolean.TRUE.equals(is.get("isDirectory"))
          && is.get("ctime") instanceof FileTime changed
          && is.get("lastModifiedTime") instanceof FileTime filled
          && changed.toInstant().isAfter(since)
          && !filled.toInstant().isAfter(since);
    } catch (NoSuchFileException _) {
      return false;
    }
  }
}
