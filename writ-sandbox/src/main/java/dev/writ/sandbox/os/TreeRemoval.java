// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Removes trees that programs made, whatever they did to them, and whatever others do to them
/// meanwhile: it goes by open directories, so nothing outside is reached.
public final class TreeRemoval {
  /// How many directories are open at a time.
  private static final int MOST_DEPTH = 64;

  private static final int FOR_ITS_OWNER = 0700;

  private final DirectoryHandle tree;
  private int moved;

  private TreeRemoval(DirectoryHandle tree) {
    this.tree = tree;
  }

  /// Removes a file or a whole tree, without following links, also what was closed or nested deeper
  /// than a name can say.
  ///
  /// @param tree an absolute path; the directory that it is in has no links on its way
  public static void remove(Path tree) throws IOException {
    String whole = new String(PathBytes.of(tree), StandardCharsets.ISO_8859_1);
    String name = whole.substring(whole.lastIndexOf('/') + 1);
    try (DirectoryHandle above =
        DirectoryHandle.openForBytes(Objects.requireNonNull(tree.getParent()))) {
      DirectoryEntry entry = above.entry(name);
      if (entry == null) {
        throw new NoSuchFileException(tree.toString());
      }
      if (!entry.isDirectory()) {
        above.remove(name);
        return;
      }
      try (DirectoryHandle opened = opened(above, entry)) {
        new TreeRemoval(opened).empty();
      }
      above.removeDirectory(name);
    }
  }

  private void empty() throws IOException {
    int before;
    do {
      before = moved;
      empty(tree, 0);
    } while (moved > before); // to be removed from the top
  }

  private void empty(DirectoryHandle directory, int depth) throws IOException {
    for (EntryName name : directory.names()) {
      DirectoryEntry entry = directory.entry(name.name());
      if (entry == null) {
        continue; // it went meanwhile
      }
      if (!entry.isDirectory()) {
        directory.remove(name.name());
      } else if (depth < MOST_DEPTH) {
        try (DirectoryHandle below = opened(directory, entry)) {
          empty(below, depth + 1);
        }
        directory.removeDirectory(name.name());
      } else {
        try (DirectoryHandle _ = opened(directory, entry)) { // else it can't be moved elsewhere
          moveUp(directory, name.name());
        }
      }
    }
  }

  private void moveUp(DirectoryHandle directory, String name) throws IOException {
    boolean free = false;
    while (!free) {
      moved++;
      try {
        directory.moveToFree(name, tree, "up-" + moved);
        free = true;
      } catch (FileAlreadyExistsException _) {
        // The programs made one of that name.
      }
    }
  }

  /// A directory that its owner may read and change.
  private static DirectoryHandle opened(DirectoryHandle above, DirectoryEntry directory)
      throws IOException {
    if ((directory.permissions() & FOR_ITS_OWNER) != FOR_ITS_OWNER) {
      above.setPermissions(directory.name(), FOR_ITS_OWNER);
    }
    return above.child(directory.name());
  }

  static List<Path> entries(Path directory) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    }
    return entries;
  }
}
