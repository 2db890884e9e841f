// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.records.faults;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The files that this process has open.
public final class OpenHandles {
  private static final Path ALL = Path.of("/proc/self/fd");

  private OpenHandles() {}

  /// Those below a directory.
  public static List<Path> below(Path directory) throws IOException {
    List<Path> open = new ArrayList<>();
    try (DirectoryStream<Path> handles = Files.newDirectoryStream(ALL)) {
      for (Path handle : handles) {
        try {
          Path target = Files.readSymbolicLink(handle);
          if (target.startsWith(directory)) {
            open.add(target);
          }
        } catch (NoSuchFileException _) {
          // It was closed meanwhile.
        }
      }
    }
    return open;
  }
}
