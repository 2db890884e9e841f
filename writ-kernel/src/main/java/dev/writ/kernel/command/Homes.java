// Implements: docs/spec/07-commands.md §7.2 (Denylist)
package dev.writ.kernel.command;

import java.util.List;
import java.util.stream.Stream;

/// Where home directories are, besides the person's own one.
final class Homes {
  private static final List<String> OTHERS = List.of("/root", "/home/*", "/Users/*");

  private Homes() {}

  static Stream<Target> others() {
    return OTHERS.stream().map(path -> Target.rule(path, ""));
  }

  /// A path below `~` in all of them.
  static Stream<Target> each(String path, Ground ground) {
    return Stream.concat(Stream.of(ground.home()), OTHERS.stream())
        .map(home -> Target.rule(path, home));
  }
}
