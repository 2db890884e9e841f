// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.pack;

/// What became of the attempt to use a tool's pack.
public sealed interface Loaded {
  /// It speaks for the tool.
  ///
  /// @param hash of its canonical form
  record Active(Pack pack, String hash, Origin origin) implements Loaded {}

  /// It does not; the other tools work on.
  record Refused(String tool, Refusal reason, String why) implements Loaded {}

  /// There is none, or a person switched it off.
  record Missing(String tool) implements Loaded {}

  /// Where a pack comes from.
  enum Origin {
    /// The program itself.
    SHIPPED,
    /// The person's data directory.
    ACTIVATED
  }
}
