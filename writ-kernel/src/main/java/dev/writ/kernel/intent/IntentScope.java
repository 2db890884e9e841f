// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.List;

/// The paths that an intent owns: at least one pattern matches and no excluding one does. Without a
/// positive pattern nothing is owned.
public record IntentScope(List<GlobPattern> included, List<GlobPattern> excluded) {
  /// The whole workspace.
  public static final IntentScope EVERYTHING = of(List.of("**"));

  /// No place.
  public static final IntentScope NOTHING = of(List.of());

  public IntentScope {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
  }

  /// The scope of patterns; `!` in front excludes. A pattern without special characters that names
  /// a directory also owns everything below it.
  ///
  /// @throws IllegalArgumentException if a pattern is malformed
  public static IntentScope of(List<String> patterns) {
    List<GlobPattern> included = new ArrayList<>();
    List<GlobPattern> excluded = new ArrayList<>();
    for (String pattern : patterns) {
      if (pattern.startsWith("!")) {
        add(pattern.substring(1), excluded);
      } else {
        add(pattern, included);
      }
    }
    return new IntentScope(included, excluded);
  }

  private static void add(String pattern, List<GlobPattern> globs) {
    globs.add(GlobPattern.of(pattern));
    boolean plain = pattern.chars().noneMatch(c -> "*?[{\\".indexOf(c) >= 0);
    if (plain && !pattern.endsWith("/")) {
      globs.add(GlobPattern.of(pattern + "/**"));
    }
  }

  /// Whether the place is owned.
  public boolean owns(WorkspacePath place) {
    return included.stream().anyMatch(glob -> glob.matches(place))
        && excluded.stream().noneMatch(glob -> glob.matches(place));
  }

  /// The patterns, excluding ones with `!`.
  public List<String> patterns() {
    List<String> all = new ArrayList<>();
    included.forEach(glob -> all.add(glob.toString()));
    excluded.forEach(glob -> all.add("!" + glob));
    return all;
  }
}
