// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackRefusal;

/// The result of loading a tool's pack.
public sealed interface LoadedPack {
  /// It speaks for the tool.
  ///
  /// @param hash of its canonical form
  record Active(Pack pack, String hash, Origin origin) implements LoadedPack {}

  /// It does not; the other tools work on.
  record RefusedPack(String tool, PackRefusal reason, String why) implements LoadedPack {}

  /// There is none, or a person switched it off.
  record MissingPack(String tool) implements LoadedPack {}

  /// The source of a pack.
  enum Origin {
    /// The program itself.
    SHIPPED,
    /// The person's data directory.
    ACTIVATED
  }
}
