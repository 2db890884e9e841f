// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
package dev.writ.wire.catalog;

import java.io.Serial;

/// A data file with a wrong row; the message names file, place, row and field.
public final class CatalogException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /// @param message what is wrong and where
  public CatalogException(String message) {
    super(message);
  }
}
