// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.risk;

import dev.writ.base.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A proposal as the rules of risk see it: its traits, and for those that touch places which ones.
public final class RiskFacts {
  private static final Set<RiskTrait> TOUCHING =
      Set.of(
          RiskTrait.READS, RiskTrait.REPLACES, RiskTrait.DELETES, RiskTrait.MOVES, RiskTrait.RUNS);

  private static final Set<RiskTrait> CHANGING =
      Set.of(RiskTrait.CREATES, RiskTrait.REPLACES, RiskTrait.DELETES, RiskTrait.MOVES);

  private final List<WorkspacePath> written = new ArrayList<>();
  private final Map<RiskTrait, List<WorkspacePath>> traits = new EnumMap<>(RiskTrait.class);

  /// One without traits.
  public RiskFacts() {}

  /// Adds a trait that touches no place of its own.
  public RiskFacts with(RiskTrait trait) {
    traits.computeIfAbsent(trait, _ -> new ArrayList<>());
    return this;
  }

  /// Adds a trait at a place.
  public RiskFacts with(RiskTrait trait, WorkspacePath place) {
    traits.computeIfAbsent(trait, _ -> new ArrayList<>()).add(place);
    return this;
  }

  /// Adds a place that a command names as written. Whether it creates, replaces, deletes or moves
  /// what is there, only its program knows: a rule by path takes it for each of these.
  public RiskFacts writing(WorkspacePath place) {
    written.add(place);
    return this;
  }

  /// Whether it has that trait.
  public boolean has(RiskTrait trait) {
    return traits.containsKey(trait);
  }

  /// Whether it creates files and does nothing else to any.
  public boolean onlyCreates() {
    return has(RiskTrait.CREATES) && TOUCHING.stream().noneMatch(this::has);
  }

  /// @param byPath whether for a rule by path
  boolean hasAll(Set<RiskTrait> wanted, boolean byPath) {
    return wanted.stream()
        .allMatch(
            trait -> has(trait) || (byPath && !written.isEmpty() && CHANGING.contains(trait)));
  }

  /// The places of a trait for a rule by path.
  List<WorkspacePath> places(RiskTrait trait) {
    List<WorkspacePath> places = new ArrayList<>(traits.getOrDefault(trait, List.of()));
    if (CHANGING.contains(trait)) {
      places.addAll(written);
    }
    return places;
  }

  /// A deed in words, as examples of rules are written: traits joined by `+`, then a path where one
  /// is touched.
  ///
  /// @throws IllegalArgumentException if a word is not a trait or the path is missing
  static RiskFacts of(String words) {
    String[] parts = words.strip().split(" ", 2);
    RiskFacts facts = new RiskFacts();
    for (String word : parts[0].split("\\+", -1)) {
      RiskTrait trait =
          RiskTrait.of(word)
              .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is not a trait"));
      if (parts.length > 1) {
        facts.with(trait, WorkspacePath.of(parts[1]));
      } else {
        facts.with(trait);
      }
    }
    return facts;
  }
}
