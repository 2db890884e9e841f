// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// A command's access to a path argument.
public enum PathAccess {
  /// It reads the file or directory.
  READ,
  /// It makes, changes or removes it.
  WRITE
}
