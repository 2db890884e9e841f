// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.code;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.util.Optional;

/// What files held before the changes that are judged.
@FunctionalInterface
public interface EarlierContent {
  /// The content of a file; empty where there was none, or it is not known.
  Optional<byte[]> of(WorkspacePath place) throws IOException;
}
