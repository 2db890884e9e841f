// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.workspace.DirectoryOpener;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.os.AccessList;
import dev.writ.sandbox.os.DirectoryHandle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The attributes of a file besides its content, passed on to its replacement: owner, group,
/// permissions, access control list and users' extended attributes. Set-user-id and set-group-id
/// bits of files are not: the author of the content did not set them.
final class FileTraits {
  private static final int ALL_BITS = 07777;
  private static final int OWNER_READS = 0400;
  private static final int SET_GROUP = 02000;

  private final WorkspaceRoot root;

  FileTraits(WorkspaceRoot root) {
    this.root = root;
  }

  /// Copies the traits of the file at a place; nothing if there is no file.
  ///
  /// @param fresh the place of the staged replacement
  /// @throws IOException if owner or permissions can't be set; the rest is done where it can be
  void handOn(WorkspacePath place, WorkspacePath fresh) throws IOException {
    Optional<PosixFileAttributes> old = attributes(place);
    if (old.isEmpty()) {
      return;
    }
    handOwnerOn(place, old.get(), fresh);
    root.<Boolean>in(
        fresh.parent(),
        directory -> {
          PosixFileAttributeView view = view(directory, fresh.name());
          PosixFileAttributes now = view.readAttributes();
          if (!now.permissions().equals(old.get().permissions())) {
            view.setPermissions(old.get().permissions());
          }
          return true;
        });
    handListOn(place, fresh); // after the permissions, which would change it
    further(root.absolute(place), root.absolute(fresh), old.get().fileKey());
  }

  /// Gives something staged the owner and the group of the file at a place.
  ///
  /// @throws ForeignOwnerException where this user may not
  void handOwnerOn(WorkspacePath place, WorkspacePath fresh) throws IOException {
    Optional<PosixFileAttributes> old = attributes(place);
    if (old.isPresent()) {
      handOwnerOn(place, old.get(), fresh);
    }
  }

  private void handOwnerOn(WorkspacePath place, PosixFileAttributes old, WorkspacePath fresh)
      throws IOException {
    root.<Boolean>in(
        fresh.parent(),
        directory -> {
          PosixFileAttributeView view = view(directory, fresh.name());
          PosixFileAttributes now = view.readAttributes();
          try {
            if (!now.owner().equals(old.owner())) {
              view.setOwner(old.owner());
            }
            if (!now.group().equals(old.group())) {
              view.setGroup(old.group());
            }
          } catch (FileSystemException e) {
            throw new ForeignOwnerException(place, old, e);
          }
          return true;
        });
  }

  /// A file can't be replaced by another one of its owner and group.
  static final class ForeignOwnerException extends FileSystemException {
    private static final long serialVersionUID = 1;

    ForeignOwnerException(WorkspacePath file, PosixFileAttributes is, FileSystemException cause) {
      super(
          file.toString(),
          null,
          "it belongs to %s:%s, and this user may not give a new file to them"
              .formatted(is.owner(), is.group()));
      initCause(cause);
    }
  }

  private void handListOn(WorkspacePath place, WorkspacePath fresh) throws IOException {
    Optional<AccessList> list = AccessList.of(root.reached(place.parent()), place.name());
    if (list.isPresent()) {
      changeStaged(fresh, staging -> list.get().give(staging, fresh.name()));
    }
  }

  /// Gives something new the list that the directory of its place gives to what is made in it.
  ///
  /// @param fresh the place where it is staged
  void inheritList(WorkspacePath place, WorkspacePath fresh) throws IOException {
    Optional<AccessList> list = AccessList.inheritedIn(root.reached(place.parent()));
    if (list.isPresent()) {
      changeStaged(fresh, staging -> list.get().inherit(staging, fresh.name()));
    }
  }

  /// Changes something about what is staged.
  @FunctionalInterface
  private interface StagedChange {
    void make(DirectoryHandle staging) throws IOException;
  }

  private void changeStaged(WorkspacePath fresh, StagedChange change) throws IOException {
    try (DirectoryHandle staging = DirectoryHandle.open(root.reached(fresh.parent()))) {
      root.disk().perform(Operation.WRITE, fresh, () -> change.make(staging));
    }
  }

  /// Gives something new what it would get if a program made it at its place: in a directory with
  /// the set-group-id bit that one's group, and a directory that bit, too (`inode(7)`).
  ///
  /// @param fresh the place where it is staged
  /// @throws IOException if the directory can't be looked at; a group that may not be given is none
  void inherit(WorkspacePath place, WorkspacePath fresh) throws IOException {
    Path above = root.absolute(place.parent());
    Map<String, Object> is = Files.readAttributes(above, "unix:mode,gid", NOFOLLOW_LINKS);
    if (!(is.get("mode") instanceof Integer mode) || (mode & SET_GROUP) == 0) {
      return;
    }
    try {
      Files.setAttribute(root.absolute(fresh), "unix:gid", is.get("gid"), NOFOLLOW_LINKS);
    } catch (FileSystemException _) {
      return; // only the kernel can give a group of which the person is no member
    }
    setSpecial(fresh, SET_GROUP);
  }

  /// Attributes that the JDK reaches by path only. The file at the path must be the intended one.
  private void further(Path old, Path fresh, Object key) {
    try {
      UserDefinedFileAttributeView from =
          Files.getFileAttributeView(old, UserDefinedFileAttributeView.class, NOFOLLOW_LINKS);
      if (from == null || from.list().isEmpty() || !root.isFile(old, key)) {
        return;
      }
      UserDefinedFileAttributeView to =
          Files.getFileAttributeView(fresh, UserDefinedFileAttributeView.class, NOFOLLOW_LINKS);
      for (String name : from.list()) {
        ByteBuffer value = ByteBuffer.allocate(from.size(name));
        from.read(name, value);
        to.write(name, value.flip());
      }
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
      // A file system without them has none to hand on.
    }
  }

  private Optional<PosixFileAttributes> attributes(WorkspacePath place) throws IOException {
    try {
      return Optional.of(
          root.in(place.parent(), directory -> view(directory, place.name()).readAttributes()));
    } catch (NoSuchFileException | NotDirectoryException _) {
      return Optional.empty();
    }
  }

  /// The permission bits of a place, as [PermissionText] has them; empty if nothing is there.
  Optional<String> mode(WorkspacePath place) throws IOException {
    Optional<PosixFileAttributes> is = attributes(place);
    if (is.isEmpty()) {
      return Optional.empty();
    }
    if (is.get().isDirectory()
        && Files.getAttribute(root.absolute(place), "unix:mode", NOFOLLOW_LINKS)
            instanceof Integer bits) {
      return Optional.of(PermissionText.of(bits));
    }
    return Optional.of(PosixFilePermissions.toString(is.get().permissions()));
  }

  /// The same as far as they open it to nobody whom an access control list kept out.
  Optional<String> modeWithoutList(WorkspacePath place) throws IOException {
    Optional<String> mode = mode(place);
    if (mode.isEmpty()) {
      return mode;
    }
    int bits = PermissionText.bits(mode.get()) | PermissionText.special(mode.get());
    Path above = root.reached(place.parent());
    return Optional.of(PermissionText.of(AccessList.closed(above, place.name(), bits)));
  }

  /// Sets permission bits of something staged.
  void set(WorkspacePath fresh, String mode) throws IOException {
    Set<PosixFilePermission> permissions;
    try {
      permissions = PosixFilePermissions.fromString(PermissionText.plain(mode));
    } catch (IllegalArgumentException _) {
      return; // a record that names no bits brings none back
    }
    try {
      root.<Boolean>in(
          fresh.parent(),
          directory -> {
            view(directory, fresh.name()).setPermissions(permissions);
            return true;
          });
    } catch (AccessDeniedException _) { // the JDK opens for reading what it sets bits of
      try (DirectoryHandle above = DirectoryOpener.open(root, fresh.parent())) {
        above.setPermissions(fresh.name(), PermissionText.bits(mode));
      }
    }
    if (PermissionText.special(mode) != 0) {
      setSpecial(fresh, PermissionText.special(mode));
    }
  }

  /// Whether two places have the same owner and group.
  boolean hasOwnersOf(WorkspacePath one, WorkspacePath other) throws IOException {
    Optional<PosixFileAttributes> first = attributes(one);
    Optional<PosixFileAttributes> second = attributes(other);
    return first.isPresent()
        && second.isPresent()
        && first.get().owner().equals(second.get().owner())
        && first.get().group().equals(second.get().group());
  }

  /// Whether a file stands there that its owner may not read.
  boolean isClosed(WorkspacePath place) throws IOException {
    return attributes(place)
        .filter(PosixFileAttributes::isRegularFile)
        .filter(is -> !is.permissions().contains(PosixFilePermission.OWNER_READ))
        .isPresent();
  }

  /// The content of a file that its owner may not read: it is open for that moment.
  ///
  /// @throws IOException where it belongs to another user, is larger than `limit` bytes, or no file
  byte[] readOpened(WorkspacePath place, int limit) throws IOException {
    try (DirectoryHandle above = DirectoryHandle.open(root.reached(place.parent()))) {
      DirectoryHandle.DirectoryEntry entry = above.entry(place.name());
      if (entry == null || !entry.isFile()) {
        throw new NoSuchFileException(place.toString());
      }
      int permissions = entry.mode() & ALL_BITS;
      above.setPermissions(place.name(), permissions | OWNER_READS);
      try {
        return root.read(place, limit);
      } finally {
        above.setPermissions(place.name(), permissions);
      }
    }
  }

  /// The JDK's handles don't know these bits. No file gets one.
  private void setSpecial(WorkspacePath place, int bits) throws IOException {
    try (DirectoryHandle above = DirectoryOpener.open(root, place.parent())) {
      DirectoryHandle.DirectoryEntry entry = above.entry(place.name());
      if (entry != null && entry.isDirectory()) {
        above.setPermissions(place.name(), entry.permissions() | bits);
      }
    }
  }

  private static PosixFileAttributeView view(SecureDirectoryStream<Path> directory, String name) {
    return directory.getFileAttributeView(
        Path.of(name), PosixFileAttributeView.class, NOFOLLOW_LINKS);
  }
}
