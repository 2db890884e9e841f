// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import dev.writ.kernel.scope.Glob;
import dev.writ.kernel.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What `.gitignore` files leave out, collected while walking down: the last rule that matches
/// counts, and a deeper file's rules come after a shallower one's (gitignore(5)).
final class IgnoreRules {
  /// Never listed or searched: Git's own data and Writ's object store.
  private static final List<WorkspacePath> STORES = List.of(WorkspacePath.of(".writ/objects"));

  private record Rule(WorkspacePath base, Glob glob, boolean ignores, boolean directoriesOnly) {
    boolean matches(WorkspacePath path, boolean directory) {
      if ((directoriesOnly && !directory) || !path.within(base) || path.equals(base)) {
        return false;
      }
      int depth = base.segments().size();
      return glob.matches(
          new WorkspacePath(path.segments().subList(depth, path.segments().size())));
    }
  }

  private final List<Rule> rules = new ArrayList<>();

  /// Adds the rules of a directory's ignore file.
  void add(WorkspacePath directory, String text) {
    rules.removeIf(rule -> !directory.within(rule.base()));
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    plain.lines().forEach(line -> rule(directory, line).ifPresent(rules::add));
  }

  /// Forgets the rules of directories that a walk has left.
  void enter(WorkspacePath directory) {
    rules.removeIf(rule -> !directory.within(rule.base()));
  }

  private static Optional<Rule> rule(WorkspacePath base, String line) {
    String pattern = withoutFinalBlanks(line);
    if (pattern.startsWith("./") || pattern.isEmpty() || pattern.startsWith("#")) {
      return Optional.empty();
    }
    boolean negated = pattern.startsWith("!");
    pattern = negated ? pattern.substring(1) : pattern;
    pattern =
        pattern.startsWith("\\#") || pattern.startsWith("\\!") ? pattern.substring(1) : pattern;
    boolean directoriesOnly = pattern.endsWith("/");
    pattern = directoriesOnly ? pattern.substring(0, pattern.length() - 1) : pattern;
    if (pattern.isEmpty()) {
      return Optional.empty();
    }
    boolean anchored = pattern.indexOf('/') >= 0;
    pattern = pattern.startsWith("/") ? pattern.substring(1) : pattern;
    try {
      Glob glob = Glob.of(plain(anchored ? pattern : "**/" + pattern));
      return Optional.of(new Rule(base, glob, !negated, directoriesOnly));
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // As in Git, a rule that is no pattern matches nothing.
    }
  }

  /// Final blanks don't count unless escaped.
  private static String withoutFinalBlanks(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == ' ' && (end < 2 || line.charAt(end - 2) != '\\')) {
      end--;
    }
    return line.substring(0, end);
  }

  /// Braces mean themselves in ignore rules, `**` inside a segment means `*`, and a final `**`
  /// means what is below, not the directory itself.
  private static String plain(String pattern) {
    StringBuilder out = new StringBuilder();
    for (String segment : pattern.split("/", -1)) {
      boolean spans = segment.length() > 1 && segment.chars().allMatch(c -> c == '*');
      String fixed = spans ? "**" : segment.replaceAll("\\*{2,}", "*");
      out.append(out.isEmpty() ? "" : "/").append(fixed.replace("{", "\\{").replace(",", "\\,"));
    }
    return out.toString().endsWith("/**") ? out.append("/*").toString() : out.toString();
  }

  /// Whether an entry is left out.
  boolean ignored(WorkspacePath path, boolean directory) {
    if (path.name().equals(".git") || STORES.contains(path)) {
      return true;
    }
    for (Rule rule : rules.reversed()) {
      if (rule.matches(path, directory)) {
        return rule.ignores();
      }
    }
    return false;
  }
}
