// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.run;

import dev.writ.command.language.LineProgress;
import dev.writ.command.language.PartResult;
import dev.writ.kernel.session.CommandStanding;
import java.util.ArrayList;
import java.util.List;

/// The conditions of a command's effect besides its words.
///
/// @param standing the authority that it would run under
/// @param person whether a person can be asked about hosts that it turns out to need
/// @param hosts the hosts that it turned out to need, as entries of a list of hosts
/// @param progress the parts of its line that already ran
public record CommandSituation(
    CommandStanding standing, boolean person, List<String> hosts, LineProgress progress) {
  public CommandSituation {
    hosts = List.copyOf(hosts);
  }

  /// Of a call that begins.
  public CommandSituation(CommandStanding standing, boolean person) {
    this(standing, person, List.of(), LineProgress.none());
  }

  /// Whether a part of the line has run.
  public boolean isWithinLine() {
    return !progress.done().isEmpty();
  }

  /// The same under another standing.
  public CommandSituation under(CommandStanding other) {
    return new CommandSituation(other, person, hosts, progress);
  }

  /// The same, with further hosts.
  public CommandSituation reaching(List<String> further) {
    List<String> all = new ArrayList<>(hosts);
    all.addAll(further);
    return new CommandSituation(standing, person, all, progress);
  }

  /// The situation of the line's next part: the hosts of the part before are not granted to it.
  public CommandSituation after(PartResult result) {
    return new CommandSituation(standing, person, List.of(), progress.after(result));
  }
}
