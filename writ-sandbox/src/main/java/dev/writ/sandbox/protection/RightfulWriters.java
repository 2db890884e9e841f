// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.protection;

import java.io.IOException;
import java.nio.file.Path;

/// Other programs of Writ that may change protected places while a command runs, which may not.
@FunctionalInterface
public interface RightfulWriters {
  /// Nobody.
  RightfulWriters NONE = () -> _ -> false;

  /// Watches them from now on.
  ///
  /// @throws IOException where that can't be done; then nothing may be run
  WriterWatch watch() throws IOException;

  /// A watch since a command began.
  @FunctionalInterface
  interface WriterWatch {
    /// Whether one of them was at work since then and may have changed that place.
    ///
    /// @throws IOException where that can't be said
    boolean mayHaveChanged(Path place) throws IOException;
  }
}
