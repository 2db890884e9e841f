// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
package dev.writ.kernel.risk;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One rule of risk, as data: it matches an act that has all of these traits at one of these
/// places, and states the act's least risk. Its examples are checked when it is loaded.
///
/// @param id its name in records and messages
/// @param when the traits that an act must have, all of them
/// @param paths patterns; one of them must match a place of the act. Empty for any place or none
/// @param matches acts that it must match, in words
/// @param others acts that it must not match, in words
public record RiskRule(
    String id,
    Set<RiskTrait> when,
    List<GlobPattern> paths,
    RiskFinding finding,
    List<String> matches,
    List<String> others) {
  /// How many places a reason names.
  private static final int MOST_NAMED = 3;

  public RiskRule {
    when = Set.copyOf(when);
    paths = List.copyOf(paths);
    matches = List.copyOf(matches);
    others = List.copyOf(others);
  }

  /// The rule's text for an act that it matches.
  ///
  /// @param score 0 to 100; from 50 on a person is asked
  /// @param kind of the concern, where a person is asked
  /// @param reason for people; `{path}` stands for the places
  public record RiskFinding(int score, ApprovalConcern.ConcernKind kind, String reason) {
    /// From this score on a deed is destructive, below it safe.
    public static final int DESTRUCTIVE = 50;
  }

  /// The rule's text for an act, with the places inserted; empty if the rule does not apply.
  public Optional<RiskFinding> judge(RiskFacts facts) {
    if (!facts.hasAll(when, !paths.isEmpty())) {
      return Optional.empty();
    }
    List<WorkspacePath> places = places(facts);
    if (!paths.isEmpty() && places.isEmpty()) {
      return Optional.empty();
    }
    String reason = finding.reason().replace("{path}", named(places));
    return Optional.of(new RiskFinding(finding.score(), finding.kind(), reason));
  }

  private List<WorkspacePath> places(RiskFacts facts) {
    List<WorkspacePath> places = new ArrayList<>();
    for (RiskTrait trait : when) {
      for (WorkspacePath place : facts.places(trait)) {
        if (isMeant(place) && !places.contains(place)) {
          places.add(place);
        }
      }
    }
    return places;
  }

  private boolean isMeant(WorkspacePath place) {
    if (paths.isEmpty()) {
      return true;
    }
    for (GlobPattern glob : paths) {
      if (glob.matches(place)) {
        return true;
      }
    }
    return false;
  }

  private static String named(List<WorkspacePath> places) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < Math.min(places.size(), MOST_NAMED); i++) {
      names.append(i == 0 ? "" : ", ").append(DisplayText.place(places.get(i).toString()));
    }
    int more = places.size() - MOST_NAMED;
    return more > 0 ? names + " and " + more + " more" : names.toString();
  }

  /// The rule, once its examples are as they say.
  ///
  /// @throws IllegalArgumentException if one is not; the message names rule and example
  public RiskRule checked() {
    if (when.isEmpty() || matches.isEmpty() || others.isEmpty()) {
      throw new IllegalArgumentException(
          "the rule " + id + " needs traits, an example that matches and one that does not");
    }
    for (String example : matches) {
      if (judge(RiskFacts.of(example)).isEmpty()) {
        throw new IllegalArgumentException(
            "the rule " + id + " should match '" + example + "' and does not");
      }
    }
    for (String example : others) {
      if (judge(RiskFacts.of(example)).isPresent()) {
        throw new IllegalArgumentException(
            "the rule " + id + " should not match '" + example + "' and does");
      }
    }
    return this;
  }
}
