// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.kernel.command;

import java.util.List;
import java.util.stream.Stream;

/// Where home directories are, besides the person's own one.
final class Homes {
  private static final List<Target> OTHERS =
      Stream.of("/root", "/home/*", "/Users/*").map(path -> Target.rule(path, "")).toList();

  private Homes() {}

  static List<Target> others() {
    return OTHERS;
  }
}
