// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.direnv;

import java.nio.file.Path;

/// Places of which a part isn't known: all in a directory whose name begins and ends so, and what
/// lies below them.
record PlacePattern(Path parent, String start, String end) {
  boolean matches(Path place) {
    int depth = parent.getNameCount();
    if (!place.startsWith(parent) || place.getNameCount() <= depth) {
      return false;
    }
    String name = place.getName(depth).toString();
    return name.startsWith(start) && name.endsWith(end);
  }
}
