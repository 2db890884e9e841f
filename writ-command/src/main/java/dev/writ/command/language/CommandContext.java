// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.language;

import java.util.List;

/// The context of a command line: absolute paths as texts, without links.
///
/// @param root the workspace root
/// @param home the person's home directory
/// @param blocked paths that are blocked, absolute or beginning with `~/`
/// @param workingDirectory what the directories of commands are relative to
public record CommandContext(
    String root, String home, List<String> blocked, String workingDirectory) {
  public CommandContext {
    blocked = List.copyOf(blocked);
  }
}
