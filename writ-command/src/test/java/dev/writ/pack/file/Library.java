// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The packs as they lie in the checkout.
public final class Library {
  static final Path ROOT = Path.of(System.getProperty("writ.root")).resolve("packs");

  private Library() {}

  static Optional<byte[]> read(String name) {
    Path file = ROOT.resolve(name);
    try {
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static PackRegistry packs() {
    return new PackRegistry(Library::read, _ -> Optional.empty());
  }

  public static List<Path> files() {
    try (Stream<Path> files = Files.list(ROOT.resolve("activated"))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static PackCandidate candidate(Path file) {
    try {
      return PackCandidate.read(String.valueOf(file.getFileName()), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (PackException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }
}
