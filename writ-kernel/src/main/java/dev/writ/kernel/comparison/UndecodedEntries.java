// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.PathBytes;
import dev.writ.sandbox.os.TreeRemoval;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// What a directory holds under names that are not UTF-8: no path leads there, only bytes do.
final class UndecodedEntries {
  private UndecodedEntries() {}

  /// Removes those that were listed as that name, with everything in them: all are new, because
  /// nothing runs beside old ones.
  ///
  /// @param directories whether directories are meant, or all others
  /// @throws IOException where that can't be done
  static void remove(Path directory, String listed, boolean directories) throws IOException {
    try (DirectoryHandle above = DirectoryHandle.openForBytes(directory)) {
      for (DirectoryHandle.DirectoryEntry entry : above.entries()) {
        byte[] name = entry.name().getBytes(StandardCharsets.ISO_8859_1);
        if (entry.isDirectory() == directories
            && listed.equals(new String(name, StandardCharsets.UTF_8))) {
          ByteArrayOutputStream path = new ByteArrayOutputStream();
          path.writeBytes(PathBytes.of(directory));
          path.write('/');
          path.writeBytes(name);
          TreeRemoval.remove(PathBytes.path(path.toByteArray()));
        }
      }
    }
  }
}
