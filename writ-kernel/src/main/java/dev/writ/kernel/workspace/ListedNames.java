// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.protection.ObeyedNames;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The names by which directories themselves hold what is found in them. Some file systems find a
/// file by other names, too: in another case (APFS, NTFS, FAT, SMB, `chattr +F`), by an alias of
/// eight letters (`VSCODE~1`), with a dot or blank at the end, in another form of Unicode. Rules
/// are written for the directory's own name. A directory that tells cases apart is not read.
final class ListedNames {
  /// The file systems on which a new name stays as it was given.
  private static final Set<String> FAITHFUL =
      Set.of(
          "ext2",
          "ext3",
          "ext4",
          "xfs",
          "btrfs",
          "bcachefs",
          "f2fs",
          "jfs",
          "nilfs2",
          "zfs",
          "ufs",
          "tmpfs",
          "ramfs",
          "rootfs",
          "overlay",
          "aufs",
          "nfs",
          "nfs4",
          "ceph",
          "apfs",
          "hfs");

  /// What stands for what Windows allows in no name.
  private static final int FIRST_STAND_IN = 0xf000;

  private static final int LAST_STAND_IN = 0xf0ff;

  private final WorkspaceRoot root;
  private final Kinds kinds;

  private @Nullable Listing last;

  ListedNames(WorkspaceRoot root) {
    this(root, path -> Files.getFileStore(path).type());
  }

  ListedNames(WorkspaceRoot root, Kinds kinds) {
    this.root = root;
    this.kinds = kinds;
  }

  /// Says what kind of file system a path is on.
  @FunctionalInterface
  interface Kinds {
    /// The kind, as the system calls it.
    ///
    /// @throws IOException if nothing says
    String of(Path path) throws IOException;
  }

  /// The names in a directory as it was.
  private record Listing(Object key, FileTime changed, Set<String> names) {}

  /// A directory's own name for what was found in it.
  ///
  /// @param name by which it was found
  /// @throws IOException if the directory can't be read, or lists nothing that it can be
  synchronized String own(
      SecureDirectoryStream<Path> directory, String name, BasicFileAttributes found)
      throws IOException {
    String other = inOtherCase(name);
    if (isPlain(name) && (other.equals(name) || !isThere(directory, other))) {
      return name;
    }
    BasicFileAttributes is =
        directory.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
    Object key = Objects.requireNonNull(is.fileKey(), "file keys");
    Listing listing = last;
    if (listing == null
        || !listing.key().equals(key)
        || !listing.changed().equals(is.lastModifiedTime())
        || !listing.names().contains(name)) {
      listing = new Listing(key, is.lastModifiedTime(), names(directory));
      last = listing;
    }
    return listing.names().contains(name) ? name : alias(directory, name, found, listing.names());
  }

  /// Whether nothing but another case can make another name of it.
  private static boolean isPlain(String name) {
    return !name.endsWith(".")
        && !name.endsWith(" ")
        && name.chars().allMatch(c -> c < 0x7f && c != '~' && c != ':');
  }

  private static String inOtherCase(String name) {
    String raised = name.toUpperCase(Locale.ROOT);
    return raised.equals(name) ? name.toLowerCase(Locale.ROOT) : raised;
  }

  private static boolean isThere(SecureDirectoryStream<Path> directory, String name)
      throws IOException {
    try {
      return WorkspaceRoot.attributes(directory, name) != null;
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  private static Set<String> names(SecureDirectoryStream<Path> directory) throws IOException {
    Set<String> names = new HashSet<>();
    try (SecureDirectoryStream<Path> fresh =
        directory.newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS)) {
      fresh.forEach(entry -> names.add(entry.getFileName().toString()));
    }
    return names;
  }

  private static String alias(
      SecureDirectoryStream<Path> directory,
      String name,
      BasicFileAttributes found,
      Set<String> names)
      throws IOException {
    String folded = ObeyedNames.fold(name);
    List<String> alikeFirst = new ArrayList<>(names);
    alikeFirst.sort(
        (one, other) ->
            Boolean.compare(
                ObeyedNames.fold(other).equals(folded), ObeyedNames.fold(one).equals(folded)));
    for (String candidate : alikeFirst) {
      if (isSame(directory, candidate, found)) {
        return candidate;
      }
    }
    throw new FileSystemException(
        name,
        null,
        "the directory lists no entry of this name, nor shows which one it stands for;"
            + " give the name as the directory lists it");
  }

  private static boolean isSame(
      SecureDirectoryStream<Path> directory, String name, BasicFileAttributes found)
      throws IOException {
    try {
      return Objects.equals(
          WorkspaceRoot.attributes(directory, name).fileKey(),
          Objects.requireNonNull(found.fileKey(), "file keys"));
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  /// The same for each name of a place; what can't be looked up stays as it is.
  WorkspacePath own(WorkspacePath place) {
    List<String> own = new ArrayList<>();
    try {
      for (String name : place.segments()) {
        own.add(
            root.in(
                new WorkspacePath(own),
                directory -> own(directory, name, WorkspaceRoot.attributes(directory, name))));
      }
      return new WorkspacePath(own);
    } catch (IOException _) {
      return place;
    }
  }

  /// Why nothing new may be made by a name: the file system would make it by another one, or it
  /// has the form of an alias.
  ///
  /// @param directory that will hold it, or the last above it that is there
  Optional<String> refusal(WorkspacePath directory, String name) {
    if (!isOdd(name)) {
      return Optional.empty();
    }
    Path there = root.absolute(directory);
    String kind;
    try {
      kind = kinds.of(Files.exists(there) ? there : root.path());
    } catch (IOException _) {
      kind = "of an unknown kind";
    }
    return FAITHFUL.contains(kind)
        ? Optional.empty()
        : Optional.of(
            "on this file system (%s) it may stand for another name; choose one without a dot or"
                    .formatted(kind)
                + " blank at its end, a colon, or ~ and a number");
  }

  private static boolean isOdd(String name) {
    return name.endsWith(".")
        || name.endsWith(" ")
        || name.indexOf(':') >= 0
        || isShort(name)
        || name.chars().anyMatch(c -> c >= FIRST_STAND_IN && c <= LAST_STAND_IN);
  }

  /// Whether a name has the form of those that Windows makes up: `VSCODE~1`, `CONFIG~2.YAM`.
  private static boolean isShort(String name) {
    int dot = name.lastIndexOf('.');
    String base = dot < 0 ? name : name.substring(0, dot);
    int tilde = base.lastIndexOf('~');
    return tilde > 0
        && base.length() <= 8
        && tilde + 1 < base.length()
        && base.substring(tilde + 1).chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
