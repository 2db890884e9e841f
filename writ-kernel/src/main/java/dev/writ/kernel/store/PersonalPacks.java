// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.store;

import dev.writ.pack.file.PackFiles;
import dev.writ.records.journal.JournalStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The packs that a person activated, in the person's data directory.
///
/// @param data that directory
public record PersonalPacks(Path data) implements PackFiles {
  @Override
  public Optional<byte[]> read(String name) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(data.resolve("packs").resolve(name)));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  @Override
  public Object stamp(String name) {
    return JournalStamp.of(data.resolve("packs").resolve(name));
  }
}
