// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A private directory that is gone afterwards.
final class Scratch implements AutoCloseable {
  private final Path path;

  Scratch() throws IOException {
    path = Files.createTempDirectory("writ-").toRealPath();
  }

  /// In another directory than the system's.
  Scratch(Path in) throws IOException {
    path = Files.createTempDirectory(in, "writ-").toRealPath();
  }

  Path path() {
    return path;
  }

  /// A directory in it.
  Path directory(String name) throws IOException {
    return Files.createDirectory(path.resolve(name));
  }

  /// Removes what is in a directory, which is then as it was when it was made.
  static void empty(Path directory, FileState made) throws IOException {
    if (FileState.of(directory).mode() != made.mode()) {
      Files.setAttribute(directory, "unix:mode", made.permissions());
    }
    for (Path entry : entries(directory)) {
      delete(entry);
    }
  }

  @Override
  public void close() {
    try {
      delete(path);
    } catch (IOException _) {
      // What a command made unremovable stays in the temp directory.
    }
  }

  /// Removes a file or a whole tree, without following links, also what was closed or nested deeper
  /// than a name can say.
  static void delete(Path tree) throws IOException {
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

  private static List<Path> entries(Path directory) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    }
    return entries;
  }
}
