// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Removes trees that programs made, whatever they did to them.
public final class TreeRemoval {
  private TreeRemoval() {}

  /// Removes a file or a whole tree, without following links, also what was closed or nested deeper
  /// than a name can say.
  public static void remove(Path tree) throws IOException {
    if (FileState.of(tree).isDirectory()) {
      boolean more = true;
      while (more) {
        more = empty(tree, tree, 0);
      }
    }
    Files.delete(tree);
  }

  /// @return whether something was moved up into the whole tree, to be removed from there
  private static boolean empty(Path directory, Path tree, int depth) throws IOException {
    final int mostDepth = 64;
    open(directory);
    boolean moved = false;
    for (Path entry : entries(directory)) {
      if (!FileState.of(entry).isDirectory()) {
        Files.delete(entry);
      } else if (depth < mostDepth) {
        moved |= empty(entry, tree, depth + 1);
        Files.delete(entry);
      } else {
        open(entry); // else it can't be moved elsewhere
        Files.move(entry, Files.createTempDirectory(tree, "up-").resolve("d"));
        moved = true;
      }
    }
    return moved;
  }

  private static void open(Path directory) throws IOException {
    final int everythingForOwner = 0700;
    if ((FileState.of(directory).mode() & everythingForOwner) != everythingForOwner) {
      Files.setAttribute(directory, "unix:mode", everythingForOwner);
    }
  }

  static List<Path> entries(Path directory) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    }
    return entries;
  }
}
