// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.program;

import dev.writ.command.language.Command;
import dev.writ.command.language.ProgramInvocation;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.command.unwrap.ReadOnlyPrograms;
import dev.writ.pack.file.LoadedPack;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.ToolNeeds;
import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The requirements of a command's programs in the sandbox, from their packs, including programs
/// that others start.
public record PackRequirements(PackRegistry packs) {
  private static final Set<PackEffect> READING = Set.of(PackEffect.READ);
  private static final String ADDRESS =
      ConfinedNetwork.PROXY_HOST + ":" + ConfinedNetwork.PROXY_PORT;

  /// Directories of build tools outside of the workspace, and the stores in them.
  public List<String> caches(Command command) {
    return surroundings(command).stream()
        .flatMap(each -> Stream.concat(each.caches().stream(), stores(each)))
        .distinct()
        .toList();
  }

  private static Stream<String> stores(ToolNeeds needs) {
    return needs.stores().stream()
        .filter(store -> needs.caches().stream().anyMatch(cache -> store.startsWith(cache + "/")));
  }

  /// The names of their outputs in a project.
  public List<String> outputs(Command command) {
    return surroundings(command).stream().flatMap(each -> each.outputs().stream()).toList();
  }

  /// Whether all that a command would run only reads, as far as packs know.
  public boolean onlyReads(Command command) {
    return CommandUnwrapping.of(command).stream()
        .allMatch(
            inner ->
                !(inner instanceof InnerCommand.Opaque)
                    && (isHarmless(inner)
                        || (packs.read(inner.command().argv()) instanceof PackReading.Known known
                            && READING.containsAll(known.effects()))));
  }

  /// Whether it is reading that needs no pack (7.3), and so needs nothing that packs could name.
  private static boolean isHarmless(InnerCommand inner) {
    List<String> argv = inner.command().argv();
    return inner instanceof InnerCommand.ExactCommand
        && ReadOnlyPrograms.judge(argv.getFirst(), argv.subList(1, argv.size()))
            instanceof ProgramInvocation.Harmless;
  }

  /// The subset of them in which a program keeps downloads.
  public List<String> stores(String program) {
    return packs.of(program) instanceof LoadedPack.Active active
        ? active.pack().needs().stores()
        : List.of();
  }

  /// A program's package servers.
  public List<String> hosts(String program) {
    return packs.of(program) instanceof LoadedPack.Active active
        ? active.pack().needs().hosts()
        : List.of();
  }

  /// The files of a project that a program takes by itself; empty where it only reads harmlessly.
  public List<String> taken(InnerCommand inner) {
    return needs(inner).map(ToolNeeds::takes).orElse(List.of());
  }

  /// The variables that configure their proxy.
  public Map<String, String> proxied(Command command) {
    Map<String, String> variables = new TreeMap<>();
    for (ToolNeeds each : surroundings(command)) {
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
        .replace("{host}", ConfinedNetwork.PROXY_HOST)
        .replace("{port}", Integer.toString(ConfinedNetwork.PROXY_PORT));
  }

  private List<ToolNeeds> surroundings(Command command) {
    return CommandUnwrapping.of(command).stream().flatMap(inner -> needs(inner).stream()).toList();
  }

  private Optional<ToolNeeds> needs(InnerCommand inner) {
    return !isHarmless(inner)
            && packs.of(inner.command().program()) instanceof LoadedPack.Active active
        ? Optional.of(active.pack().needs())
        : Optional.empty();
  }
}
