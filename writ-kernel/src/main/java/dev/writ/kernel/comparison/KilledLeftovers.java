// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.comparison;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What killed processes left behind, of one kind.
///
/// @param found what can be settled; each element holds its lock
/// @param unreadable what can't even be looked at, with the reasons
public record KilledLeftovers<T>(List<T> found, Map<Path, IOException> unreadable) {
  public KilledLeftovers {
    found = List.copyOf(found);
    unreadable = Map.copyOf(unreadable);
  }
}
