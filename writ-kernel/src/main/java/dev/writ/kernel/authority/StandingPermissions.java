// Implements: docs/spec/07-commands.md §7.3 (Execution modes)
package dev.writ.kernel.authority;

import dev.writ.command.parser.CommandPattern;
import java.util.List;
import java.util.Set;

/// The commands that a person's own configuration permits in every project.
///
/// @param observeExecutes whether harmless reading needs no grant (`authority.observe_executes`)
/// @param allowlist commands that count as granted where a project has no authority file
///     (`agent.terminal.allowlist`)
/// @param settable names of variables that a command may set (`safety.env_settable`)
public record StandingPermissions(
    boolean observeExecutes, List<CommandPattern> allowlist, Set<String> settable) {
  /// The permissions where the configuration says nothing.
  public static final StandingPermissions USUAL =
      new StandingPermissions(/* observeExecutes= */ true, List.of(), Set.of());

  public StandingPermissions {
    allowlist = List.copyOf(allowlist);
    settable = Set.copyOf(settable);
  }
}
