// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.policy;

import dev.writ.kernel.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A proposal as the rules of risk see it: its traits, and for those that touch places which ones.
public final class Deed {
  private static final Set<Trait> TOUCHING =
      Set.of(Trait.READS, Trait.REPLACES, Trait.DELETES, Trait.MOVES, Trait.RUNS);

  private final Map<Trait, List<WorkspacePath>> traits = new EnumMap<>(Trait.class);

  /// One without traits.
  public Deed() {}

  /// Adds a trait that touches no place of its own.
  public Deed with(Trait trait) {
    traits.computeIfAbsent(trait, _ -> new ArrayList<>());
    return this;
  }

  /// Adds a trait at a place.
  public Deed with(Trait trait, WorkspacePath place) {
    traits.computeIfAbsent(trait, _ -> new ArrayList<>()).add(place);
    return this;
  }

  /// Whether it has that trait.
  public boolean has(Trait trait) {
    return traits.containsKey(trait);
  }

  /// Whether it creates files and does nothing else to any.
  public boolean onlyCreates() {
    return has(Trait.CREATES) && TOUCHING.stream().noneMatch(this::has);
  }

  boolean hasAll(Set<Trait> wanted) {
    return traits.keySet().containsAll(wanted);
  }

  List<WorkspacePath> places(Trait trait) {
    return traits.getOrDefault(trait, List.of());
  }

  /// A deed in words, as examples of rules are written: traits joined by `+`, then a path where one
  /// is touched.
  ///
  /// @throws IllegalArgumentException where a word is no trait or the path is none
  static Deed of(String words) {
    String[] parts = words.strip().split(" ", 2);
    Deed deed = new Deed();
    for (String word : parts[0].split("\\+", -1)) {
      Trait trait =
          Trait.of(word)
              .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is no trait"));
      if (parts.length > 1) {
        deed.with(trait, WorkspacePath.of(parts[1]));
      } else {
        deed.with(trait);
      }
    }
    return deed;
  }
}
