// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.os;

/// A name in a directory and what the file system says that it is, without a look at it.
///
/// @param kind of `getdents(2)`; 0 where the file system doesn't say
/// @param number the file system's number of it (`inode(7)`)
public record EntryName(String name, int kind, long number) {
  private static final int UNKNOWN = 0;
  private static final int DIRECTORY = 4;

  /// Whether it is a directory, or may be one.
  public boolean mayBeDirectory() {
    return kind == DIRECTORY || kind == UNKNOWN;
  }

  /// Whether it is surely a directory.
  public boolean isDirectory() {
    return kind == DIRECTORY;
  }
}
