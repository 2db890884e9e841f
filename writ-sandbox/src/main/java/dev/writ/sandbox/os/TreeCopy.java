// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.os;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/// Copies what stands under a name to another directory, with all that is in it: files with their
/// attributes, links as links. By handles, so that nothing leads elsewhere meanwhile.
public final class TreeCopy {
  private static final int FOR_ITS_OWNER = 0700;
  private static final int PERMISSIONS = 07777;

  private TreeCopy() {}

  /// Copies it to a name that is free.
  ///
  /// @throws IOException where something can't be copied, such as a device; a part of it may be
  ///     there then
  public static void copy(DirectoryHandle from, String name, DirectoryHandle to, String newName)
      throws IOException {
    DirectoryEntry seen = from.entry(name);
    if (seen == null) {
      throw new NoSuchFileException(name);
    }
    if (seen.isLink()) {
      Files.copy(
          from.reached(name),
          to.reached(newName),
          NOFOLLOW_LINKS,
          StandardCopyOption.COPY_ATTRIBUTES);
    } else if (seen.isFile()) {
      try (PlaceHandle file = from.place(name)) {
        file.copy(seen, to, newName);
      }
    } else if (seen.isDirectory()) {
      to.makeDirectory(newName, FOR_ITS_OWNER);
      try (DirectoryHandle source = from.child(name);
          DirectoryHandle target = to.child(newName)) {
        for (EntryName each : source.names()) {
          copy(source, each.name(), target, each.name());
        }
        handOn(from, name, to, newName);
        to.setPermissions(newName, seen.mode() & PERMISSIONS);
        AccessList.copy(source, target);
      }
    } else {
      throw new FileSystemException(name, null, "neither a file nor a link nor a directory");
    }
  }

  /// Owner, group and time of a directory.
  private static void handOn(DirectoryHandle from, String name, DirectoryHandle to, String newName)
      throws IOException {
    PosixFileAttributes was =
        Files.readAttributes(from.reached(name), PosixFileAttributes.class, NOFOLLOW_LINKS);
    PosixFileAttributeView view =
        Files.getFileAttributeView(
            to.reached(newName), PosixFileAttributeView.class, NOFOLLOW_LINKS);
    PosixFileAttributes is = view.readAttributes();
    if (!is.owner().equals(was.owner())) {
      view.setOwner(was.owner());
    }
    if (!is.group().equals(was.group())) {
      view.setGroup(was.group());
    }
    view.setTimes(was.lastModifiedTime(), null, null);
  }

  /// Removes it, with all that is in it.
  ///
  /// @throws IOException where a part of it can't be removed
  public static void remove(DirectoryHandle from, String name) throws IOException {
    DirectoryEntry seen = from.entry(name);
    if (seen == null) {
      return;
    }
    if (!seen.isDirectory()) {
      from.remove(name);
      return;
    }
    try (DirectoryHandle directory = from.child(name)) {
      for (EntryName each : directory.names()) {
        remove(directory, each.name());
      }
    }
    from.removeDirectory(name);
  }
}
