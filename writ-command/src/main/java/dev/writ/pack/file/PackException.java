// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.JsonException;

/// A pack file that is not one, with the place of the first thing that is wrong.
public final class PackException extends Exception {
  private static final long serialVersionUID = 1;

  private final String file;
  private final int line;
  private final int column;

  PackException(String file, JsonException e) {
    super(file + ":" + e.line() + ":" + e.column() + ": " + e.getMessage(), e);
    this.file = file;
    this.line = e.line();
    this.column = e.column();
  }

  /// The file's name, as it was given.
  public String file() {
    return file;
  }

  /// The 1-based line.
  public int line() {
    return line;
  }

  /// The 1-based column.
  public int column() {
    return column;
  }
}
