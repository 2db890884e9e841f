// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.file.PermissionText;
import dev.writ.kernel.protection.GitLayout;
import dev.writ.kernel.protection.PlaceLookup;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryStamp;
import dev.writ.sandbox.snapshot.EntryNames;
import dev.writ.sandbox.snapshot.StatRow;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One place where a view differs from the workspace.
///
/// @param before the state in the workspace
/// @param after the state in the view
/// @param role whether it is recorded by itself
/// @param standing another program's action there
public record ViewDifference(
    WorkspacePath path, Node before, Node after, Role role, Standing standing) {
  private static final String GIT = ".git";

  /// Another program's action at a place of the workspace.
  public enum Standing {
    /// Nothing.
    AS_IT_WAS,
    /// They changed it since the view was opened.
    STALE,
    /// A program has the file open for writing, and would continue to write to the replaced file.
    IN_USE
  }

  /// Whether a directory came where nothing was.
  public boolean isNewDirectory() {
    return before.isAbsent() && after.isDirectory();
  }

  /// Whether something came whose name is not UTF-8: no path leads to it.
  public boolean isNewAndUndecoded() {
    return before.isAbsent() && !EntryNames.isDecoded(path.name());
  }

  /// Whether a repository came where nothing was.
  public boolean isNewRepository() {
    return role == Role.GIT && path.name().equals(GIT) && isNewDirectory();
  }

  /// Whether an object of Git's came.
  public boolean isNewObject() {
    return role == Role.GIT && before.isAbsent() && GitLayout.isObject(GitLayout.below(path));
  }

  /// Whether a repository went.
  public boolean isGoneRepository() {
    return path.name().equals(GIT) && before.isDirectory() && !after.isDirectory();
  }

  /// Whether another program changed that place of the workspace.
  public boolean isStale() {
    return standing == Standing.STALE;
  }

  /// The same where another program changed that place.
  public ViewDifference stale() {
    return new ViewDifference(path, before, after, role, Standing.STALE);
  }

  /// Whether another program has the file that would be replaced open for writing.
  public boolean isInUse() {
    return standing == Standing.IN_USE;
  }

  /// How a difference is recorded.
  public enum Role {
    /// By itself, with both states.
    FILE,
    /// The same, whatever the intent owns: Git ignores it, and it was there before.
    IGNORED,
    /// As one of many, by number: Git ignores and doesn't track it, or a pack declares it an
    /// output.
    OUTPUT,
    /// As one of many: it is in a Git directory.
    GIT
  }

  /// Whether it is recorded by itself, with both states.
  public boolean isRecorded() {
    return role == Role.FILE || role == Role.IGNORED;
  }

  /// Whether only a directory comes, goes or changes its permissions.
  public boolean isOnlyDirectory() {
    return before.isDirectoryOrNothing() && after.isDirectoryOrNothing();
  }

  /// Whether only a file comes, goes or changes.
  public boolean isOfFiles() {
    return before.isFileOrNothing() && after.isFileOrNothing();
  }

  /// Whether a file or a directory comes, goes, changes, or takes the place of the other.
  public boolean isOfFilesAndDirectories() {
    return (before.isFileOrNothing() || before.isDirectory())
        && (after.isFileOrNothing() || after.isDirectory());
  }

  /// Whether a directory takes the place of a file, or a file that of a directory.
  public boolean isSwap() {
    return (before.isFile() && after.isDirectory()) || (before.isDirectory() && after.isFile());
  }

  /// The state of a place.
  ///
  /// @param permissions the permission bits, of a directory those of [PermissionText]
  /// @param isShared whether the file has further names
  /// @param setsId whether it has a set-user-id or set-group-id bit
  /// @param stamp shows whether it changed since
  public record Node(
      Kind kind, int permissions, boolean isShared, boolean setsId, DirectoryStamp stamp) {
    /// Nothing.
    public static final Node ABSENT =
        new Node(Kind.ABSENT, 0, false, false, new DirectoryStamp(0, 0, 0, 0));

    public static Node of(@Nullable DirectoryEntry entry) {
      if (entry == null || entry.isWhiteout()) {
        return ABSENT;
      }
      Kind kind =
          entry.isFile()
              ? Kind.FILE
              : entry.isDirectory() ? Kind.DIRECTORY : entry.isLink() ? Kind.LINK : Kind.OTHER;
      boolean shared = kind == Kind.FILE && entry.links() > 1;
      int permissions =
          kind == Kind.DIRECTORY ? entry.mode() & PermissionText.BITS : entry.permissions();
      return new Node(kind, permissions, shared, entry.setsId(), entry.stamp());
    }

    /// What a scan has seen.
    static Node of(Optional<StatRow> row) {
      if (row.isEmpty()) {
        return ABSENT;
      }
      StatRow is = row.get();
      Kind kind =
          is.regular()
              ? Kind.FILE
              : is.directory() ? Kind.DIRECTORY : is.link() ? Kind.LINK : Kind.OTHER;
      DirectoryStamp stamp =
          new DirectoryStamp(is.inode(), is.sizeBytes(), is.modified(), is.changed());
      boolean shared = is.regular() && is.links() > 1;
      return new Node(kind, is.permissions(), shared, is.setsId(), stamp);
    }

    /// The same directory with everything in it.
    public Node asTree(long files) {
      DirectoryStamp counted =
          new DirectoryStamp(stamp.inode(), files, stamp.modified(), stamp.changed());
      return new Node(Kind.TREE, permissions, false, false, counted);
    }

    /// The same with other permission bits.
    public Node with(int otherPermissions) {
      return new Node(kind, otherPermissions, isShared, setsId, stamp);
    }

    /// Whether it is a regular file that its owner can't read. Writ opens it for a moment to keep
    /// its content, which moves the time of its last change.
    public boolean isClosed() {
      final int ownerReads = 0400;
      return isFile() && (permissions & ownerReads) == 0;
    }

    /// Whether nothing is there.
    public boolean isAbsent() {
      return kind == Kind.ABSENT;
    }

    /// Whether a regular file is there.
    public boolean isFile() {
      return kind == Kind.FILE;
    }

    /// Whether something is there that isn't a directory.
    public boolean isLeaf() {
      return kind == Kind.FILE || kind == Kind.LINK || kind == Kind.OTHER;
    }

    /// Whether a directory is there.
    public boolean isDirectory() {
      return kind == Kind.DIRECTORY;
    }

    private boolean isFileOrNothing() {
      return kind == Kind.FILE || kind == Kind.ABSENT;
    }

    private boolean isDirectoryOrNothing() {
      return kind == Kind.DIRECTORY || kind == Kind.ABSENT;
    }

    /// The entry as Git would see it.
    public PlaceLookup.PlaceKind lookup() {
      return switch (kind) {
        case ABSENT -> PlaceLookup.PlaceKind.NOTHING;
        case FILE -> PlaceLookup.PlaceKind.FILE;
        case LINK -> PlaceLookup.PlaceKind.LINK;
        case DIRECTORY, TREE -> PlaceLookup.PlaceKind.DIRECTORY;
        case OTHER -> PlaceLookup.PlaceKind.OTHER;
      };
    }
  }

  /// The kinds of things that can stand at a place.
  public enum Kind {
    /// Nothing.
    ABSENT,
    /// A regular file.
    FILE,
    /// A symbolic link.
    LINK,
    /// A directory.
    DIRECTORY,
    /// A new directory with everything in it; its size is the number of files.
    TREE,
    /// A pipe, socket or device, or something whose name is not UTF-8.
    OTHER
  }
}
