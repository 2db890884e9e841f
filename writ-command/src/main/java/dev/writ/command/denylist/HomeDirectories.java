// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

import java.util.List;
import java.util.stream.Stream;

/// The places of home directories, besides the person's own one.
final class HomeDirectories {
  private static final List<CommandTarget> OTHERS =
      Stream.of("/root", "/home/*", "/Users/*").map(path -> CommandTarget.rule(path, "")).toList();

  private HomeDirectories() {}

  static List<CommandTarget> others() {
    return OTHERS;
  }
}
