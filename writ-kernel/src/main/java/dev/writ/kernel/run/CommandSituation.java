// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.run;

import dev.writ.kernel.policy.ExecutionMode;
import java.util.ArrayList;
import java.util.List;

/// What the effect of a command depends on besides its words.
///
/// @param execution under whose authority it would run
/// @param person whether a person can be asked about what it turns out to need
/// @param hosts what it turned out to need, as entries of a list of hosts
public record CommandSituation(ExecutionMode execution, boolean person, List<String> hosts) {
  public CommandSituation {
    hosts = List.copyOf(hosts);
  }

  /// The same, with further hosts.
  public CommandSituation reaching(List<String> further) {
    List<String> all = new ArrayList<>(hosts);
    all.addAll(further);
    return new CommandSituation(execution, person, all);
  }
}
