// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A private directory that is gone afterwards.
public final class ScratchDirectory implements AutoCloseable {
  private final Path path;

  public ScratchDirectory() throws IOException {
    path = Files.createTempDirectory("writ-").toRealPath();
  }

  /// In another directory than the system's.
  public ScratchDirectory(Path in) throws IOException {
    path = Files.createTempDirectory(in, "writ-").toRealPath();
  }

  public Path path() {
    return path;
  }

  /// A directory in it.
  public Path directory(String name) throws IOException {
    return Files.createDirectory(path.resolve(name));
  }

  /// Removes what is in a directory, which is then as it was when it was made.
  public static void empty(Path directory, FileStamp made) throws IOException {
    if (FileStamp.of(directory).mode() != made.mode()) {
      Files.setAttribute(directory, "unix:mode", made.permissions());
    }
    for (Path entry : TreeRemoval.entries(directory)) {
      TreeRemoval.remove(entry);
    }
  }

  @Override
  public void close() {
    try {
      TreeRemoval.remove(path);
    } catch (IOException _) {
      // Files that a command made unremovable remain in the temp directory.
    }
  }
}
