// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.effect;

import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.pack.Loaded;
import dev.writ.kernel.pack.Packs;
import dev.writ.kernel.pack.Surroundings;
import dev.writ.kernel.sandbox.Confinement.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the programs of a command need of the sandbox, as their packs say, also the programs that
/// others start.
public record Provisions(Packs packs) {
  private static final String ADDRESS = Network.PROXY_HOST + ":" + Network.PROXY_PORT;

  /// Directories of build tools outside of the workspace.
  List<String> caches(Command command) {
    return surroundings(command).stream().flatMap(each -> each.caches().stream()).toList();
  }

  /// Names of what they make in a project.
  List<String> outputs(Command command) {
    return surroundings(command).stream().flatMap(each -> each.outputs().stream()).toList();
  }

  /// Where among them a program keeps what it gets from other machines.
  public List<String> stores(String program) {
    return packs.of(program) instanceof Loaded.Active active
        ? active.pack().surroundings().stores()
        : List.of();
  }

  /// The variables by which they are told of the proxy.
  public Map<String, String> proxied(Command command) {
    Map<String, String> variables = new TreeMap<>();
    for (Surroundings each : surroundings(command)) {
      each.proxy()
          .forEach(
              (name, value) -> {
                if (!name.startsWith("-")) { // an option; the words were judged as they are
                  variables.put(name, filled(value));
                }
              });
    }
    return variables;
  }

  private static String filled(String value) {
    return value
        .replace("{url}", "http://" + ADDRESS)
        .replace("{host}", Network.PROXY_HOST)
        .replace("{port}", Integer.toString(Network.PROXY_PORT));
  }

  private List<Surroundings> surroundings(Command command) {
    List<Surroundings> found = new ArrayList<>();
    for (Inner inner : Unwrapping.of(command)) {
      if (packs.of(inner.command().program()) instanceof Loaded.Active active) {
        found.add(active.pack().surroundings());
      }
    }
    return found;
  }
}
