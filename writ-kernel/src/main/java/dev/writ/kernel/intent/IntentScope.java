// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The paths that an intent owns: at least one pattern matches and no excluding one does. Without a
/// positive pattern nothing is owned.
///
/// @param included what is owned
/// @param excluded what isn't
public record IntentScope(List<ScopePattern> included, List<ScopePattern> excluded) {
  /// The whole workspace.
  public static final IntentScope EVERYTHING = of(List.of("**"));

  /// No place.
  public static final IntentScope NOTHING = of(List.of());

  public IntentScope {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
  }

  /// A pattern with all that it stands for.
  ///
  /// @param source as it was given
  /// @param globs of which any may match
  public record ScopePattern(String source, List<GlobPattern> globs) {
    public ScopePattern {
      globs = List.copyOf(globs);
    }

    boolean matches(WorkspacePath place) {
      return globs.stream().anyMatch(glob -> glob.matches(place));
    }
  }

  /// The scope of patterns; `!` in front excludes. A pattern without special characters that names
  /// a directory also owns everything below it. An excluding pattern excludes all that is below
  /// what it matches; without a `/` before its end it matches at any depth; `[id]` is that very
  /// name, too.
  ///
  /// @throws IllegalArgumentException if a pattern is malformed
  public static IntentScope of(List<String> patterns) {
    List<ScopePattern> included = new ArrayList<>();
    List<ScopePattern> excluded = new ArrayList<>();
    for (String pattern : patterns) {
      if (pattern.startsWith("!")) {
        excluded.add(excluding(pattern));
      } else {
        included.add(new ScopePattern(pattern, globs(pattern)));
      }
    }
    return new IntentScope(included, excluded);
  }

  private static ScopePattern excluding(String source) {
    String pattern = source.substring(1);
    if (!pattern.strip().equals(pattern)) {
      throw new IllegalArgumentException("'" + source + "' has a blank at its begin or end");
    }
    List<GlobPattern> globs = globs(pattern);
    globs.addAll(asIgnored(pattern));
    globs.addAll(asIgnored(pattern.replace("[", "\\[")));
    return new ScopePattern(source, globs);
  }

  private static List<GlobPattern> globs(String pattern) {
    List<GlobPattern> globs = new ArrayList<>(List.of(GlobPattern.of(pattern)));
    boolean plain = pattern.chars().noneMatch(c -> "*?[{\\".indexOf(c) >= 0);
    if (plain && !pattern.endsWith("/")) {
      globs.add(GlobPattern.of(pattern + "/**"));
    }
    return globs;
  }

  /// What the pattern would exclude in a `.gitignore`: what is written as there must not be owned.
  private static List<GlobPattern> asIgnored(String pattern) {
    String whole = pattern.endsWith("/") ? pattern + "**" : pattern + "/**"; // and itself
    boolean anywhere = pattern.indexOf('/') < 0 || pattern.indexOf('/') == pattern.length() - 1;
    return Stream.of(whole, anywhere ? "**/" + whole : whole).map(GlobPattern::of).toList();
  }

  /// Whether the place is owned.
  public boolean owns(WorkspacePath place) {
    return included.stream().anyMatch(pattern -> pattern.matches(place))
        && excluded.stream().noneMatch(pattern -> pattern.matches(place));
  }

  /// The excluding patterns that match none of these places: a mistyped one excludes nothing.
  public List<String> idle(List<WorkspacePath> places) {
    return excluded.stream()
        .filter(pattern -> places.stream().noneMatch(pattern::matches))
        .map(ScopePattern::source)
        .toList();
  }

  /// The patterns, excluding ones with `!`.
  public List<String> patterns() {
    return Stream.concat(included.stream(), excluded.stream()).map(ScopePattern::source).toList();
  }
}
