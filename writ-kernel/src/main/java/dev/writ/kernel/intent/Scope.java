// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.kernel.scope.Glob;
import dev.writ.kernel.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.List;

/// The paths that an intent owns: at least one pattern matches and no excluding one does. Without a
/// positive pattern nothing is owned.
public record Scope(List<Glob> included, List<Glob> excluded) {
  /// The whole workspace.
  public static final Scope EVERYTHING = of(List.of("**"));

  public Scope {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
  }

  /// The scope of patterns; `!` in front excludes. A pattern without special characters that names
  /// a directory owns what is below it too.
  ///
  /// @throws IllegalArgumentException where a pattern is malformed
  public static Scope of(List<String> patterns) {
    List<Glob> included = new ArrayList<>();
    List<Glob> excluded = new ArrayList<>();
    for (String pattern : patterns) {
      if (pattern.startsWith("!")) {
        add(pattern.substring(1), excluded);
      } else {
        add(pattern, included);
      }
    }
    return new Scope(included, excluded);
  }

  private static void add(String pattern, List<Glob> globs) {
    globs.add(Glob.of(pattern));
    boolean plain = pattern.chars().noneMatch(c -> "*?[{\\".indexOf(c) >= 0);
    if (plain && !pattern.endsWith("/")) {
      globs.add(Glob.of(pattern + "/**"));
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
