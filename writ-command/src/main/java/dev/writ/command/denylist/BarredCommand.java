// Implements: docs/spec/07-commands.md §7.2 (Denylist (all modes, cannot be configured away))
package dev.writ.command.denylist;

/// A command line that is not run in any mode.
///
/// @param rule the stable name of the rule, such as `deny.remove-root`
/// @param reason what would happen to what, for people
public record BarredCommand(String rule, String reason) {}
