// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.base.scope.GlobPattern;
import dev.writ.base.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.List;

/// The paths that an intent owns: at least one pattern matches and no excluding one does. Without a
/// positive pattern nothing is owned.
///
/// @param included what is owned
/// @param excluded what isn't
/// @param excludedToo what an excluding pattern would exclude in a `.gitignore` besides: it
///     must not be owned only because it is written as there
public record IntentScope(
    List<GlobPattern> included, List<GlobPattern> excluded, List<GlobPattern> excludedToo) {
  /// The whole workspace.
  public static final IntentScope EVERYTHING = of(List.of("**"));

  /// No place.
  public static final IntentScope NOTHING = of(List.of());

  public IntentScope {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
    excludedToo = List.copyOf(excludedToo);
  }

  /// The scope of patterns; `!` in front excludes. A pattern without special characters that names
  /// a directory also owns everything below it. An excluding pattern excludes all that is below
  /// what it matches; without a `/` before its end it matches at any depth; `[id]` is that very
  /// name, too.
  ///
  /// @throws IllegalArgumentException if a pattern is malformed
  public static IntentScope of(List<String> patterns) {
    List<GlobPattern> included = new ArrayList<>();
    List<GlobPattern> excluded = new ArrayList<>();
    List<GlobPattern> excludedToo = new ArrayList<>();
    for (String pattern : patterns) {
      if (pattern.startsWith("!")) {
        String excluding = pattern.substring(1);
        if (!excluding.strip().equals(excluding)) {
          throw new IllegalArgumentException("'" + pattern + "' has a blank at its begin or end");
        }
        add(excluding, excluded);
        addBesides(excluding, excludedToo);
        addBesides(excluding.replace("[", "\\["), excludedToo);
      } else {
        add(pattern, included);
      }
    }
    return new IntentScope(included, excluded, excludedToo);
  }

  private static void add(String pattern, List<GlobPattern> globs) {
    globs.add(GlobPattern.of(pattern));
    boolean plain = pattern.chars().noneMatch(c -> "*?[{\\".indexOf(c) >= 0);
    if (plain && !pattern.endsWith("/")) {
      globs.add(GlobPattern.of(pattern + "/**"));
    }
  }

  private static void addBesides(String pattern, List<GlobPattern> globs) {
    String whole = pattern.endsWith("/") ? pattern + "**" : pattern + "/**"; // and itself
    globs.add(GlobPattern.of(whole));
    if (pattern.indexOf('/') < 0 || pattern.indexOf('/') == pattern.length() - 1) {
      globs.add(GlobPattern.of("**/" + whole));
    }
  }

  /// Whether the place is owned.
  public boolean owns(WorkspacePath place) {
    return included.stream().anyMatch(glob -> glob.matches(place))
        && excluded.stream().noneMatch(glob -> glob.matches(place))
        && excludedToo.stream().noneMatch(glob -> glob.matches(place));
  }

  /// The patterns, excluding ones with `!`.
  public List<String> patterns() {
    List<String> all = new ArrayList<>();
    included.forEach(glob -> all.add(glob.toString()));
    excluded.forEach(glob -> all.add("!" + glob));
    return all;
  }
}
