// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import dev.writ.sandbox.os.FileStamp;
import dev.writ.sandbox.os.Os;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/// A store of objects, Git's or Writ's, as it was before a command, so that what is removed from
/// it or changed there comes back. It is addressed by content: what is new does no harm and stays.
///
/// There are thousands of read-only objects. So if a directory and all its parents are unchanged,
/// so is each file in it: to write one, a command would have to move it or a directory, or make it
/// writable by another name, which [dev.writ.sandbox.mechanism.MetadataGuard] refuses.
final class ObjectStoreBackup {
  private static final Path PLACE = Path.of(".git", "objects");
  private static final Path WRITS = Path.of(".writ", "objects");

  /// One for each first byte of an object's name, and one for packs.
  private static final String DIRECTORIES = "{[0-9a-f][0-9a-f],pack}";

  /// The memory limit of stored objects; of further ones only the states are known.
  private static final int MOST_BYTES = 16 << 20;

  private final boolean isWrits;
  private final Map<Path, FileStamp> above = new HashMap<>();
  private final Map<Path, ProtectedContentCache.Listed> directories = new HashMap<>();

  ObjectStoreBackup(Path workspace, Path store, ProtectedContentCache contents) throws IOException {
    isWrits = store.endsWith(WRITS);
    for (Path path = store; path != null && !path.equals(workspace); path = path.getParent()) {
      above.put(path, FileStamp.of(path));
    }
    int left = MOST_BYTES;
    try (Os os = new Os();
        DirectoryStream<Path> entries = Files.newDirectoryStream(store, DIRECTORIES)) {
      for (Path directory : entries) {
        FileStamp is = FileStamp.ifThere(os, directory);
        if (is != null && is.isDirectory()) {
          ProtectedContentCache.Listed listed = contents.files(directory, is, left);
          directories.put(directory, listed);
          left -= listed.bytes();
        }
      }
    } catch (AccessDeniedException _) {
      // Nor can a command get there.
    }
  }

  /// The other protected parts of a store. Files in Writ's staging directory are not protected yet.
  static void scan(Path store, Map<Path, FileStamp> found) {
    if (store.endsWith(WRITS)) {
      Path staging = store.resolve("tmp");
      FileStamp is = FileStamp.ifThere(staging);
      if (is != null) {
        found.put(staging, is);
      }
    }
  }

  /// Whether that is where Git or Writ keeps objects.
  static boolean isOne(Path directory) {
    return directory.endsWith(PLACE) || directory.endsWith(WRITS);
  }

  /// The changed places. Nothing is read or opened through a link that replaces a directory: the
  /// link is removed with everything behind it.
  Map<Path, FileBackup> broken() throws IOException {
    Map<Path, FileBackup> broken = new HashMap<>();
    try (Os os = new Os()) {
      boolean there = true;
      boolean moved = false;
      for (Map.Entry<Path, FileStamp> entry : above.entrySet()) {
        FileStamp is = FileStamp.ifThere(os, entry.getKey());
        there &= is != null && is.isDirectory();
        moved |= !entry.getValue().equals(is);
      }
      for (Map.Entry<Path, ProtectedContentCache.Listed> entry : directories.entrySet()) {
        ProtectedContentCache.Listed was = entry.getValue();
        FileStamp is = there ? FileStamp.ifThere(os, entry.getKey()) : null;
        if (is == null || !is.isDirectory()) {
          broken.putAll(was.files());
          continue;
        }
        PathProtection.open(entry.getKey(), is, was.stamp());
        if (moved || !was.sealed() || !was.stamp().equals(is)) {
          broken.putAll(broken(was.files()));
        }
      }
    }
    return broken;
  }

  /// Whether an object of Writ's store has the content that its name says: another session gave it
  /// a new time.
  private boolean isWhole(Path file, FileStamp is) throws IOException {
    if (!isWrits || is.size() > MOST_BYTES) {
      return false;
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String hash = HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
      return file.toString().replace("/", "").endsWith(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private Map<Path, FileBackup> broken(Map<Path, FileBackup> files) throws IOException {
    Map<Path, FileBackup> broken = new HashMap<>();
    try (Os os = new Os()) {
      for (Map.Entry<Path, FileBackup> file : files.entrySet()) {
        FileStamp is = FileStamp.ifThere(os, file.getKey());
        boolean same = is != null && is.isAs(file.getValue().stamp());
        if (!same && !(is != null && is.isRegular() && isWhole(file.getKey(), is))) {
          broken.put(file.getKey(), file.getValue());
        }
      }
    }
    return broken;
  }
}
