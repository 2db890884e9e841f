// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.store;

import dev.writ.pack.file.PackFiles;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// The packs inside the program, which cannot change while it runs.
public final class ShippedPacks implements PackFiles {
  @Override
  public Optional<byte[]> read(String name) throws IOException {
    try (InputStream in = ShippedPacks.class.getResourceAsStream("/packs/" + name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    }
  }
}
