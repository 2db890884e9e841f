// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

import java.io.IOException;
import java.util.Optional;

/// Where pack files are read from: the program itself, or the person's data directory.
public interface PackFiles {
  /// The largest pack that is read, in bytes.
  int MAX_BYTES = 512 * 1024;

  /// The bytes of a file.
  ///
  /// @param name relative to `packs/`, with `/` between segments, such as `activated/git.yaml`
  /// @return empty where there is no such file
  /// @throws IOException where it is there and can't be read
  Optional<byte[]> read(String name) throws IOException;
}
