// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.json;

import java.io.Serial;

/// Text that is not the JSON (or YAML) it should be, with the place where it stops being it.
public final class JsonException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final int line;
  private final int column;

  /// @param line 1-based line
  /// @param column 1-based column
  public JsonException(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /// The 1-based line of the first bad character.
  public int line() {
    return line;
  }

  /// The 1-based column of the first bad character.
  public int column() {
    return column;
  }
}
