// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.base.scope;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rules of the `.gitignore` files collected so far: the last matching rule applies, and a
/// deeper file's rules come after a shallower one's (gitignore(5)). Immutable; adding a directory's
/// rules makes a new object.
public final class IgnoreRules {
  /// The name of the files that hold them.
  public static final String FILE = ".gitignore";

  /// No rules.
  public static final IgnoreRules NONE = new IgnoreRules(List.of(), List.of());

  /// Never listed or searched: Git's own data and Writ's object store.
  private static final String STORE = "objects";

  private static final List<WorkspacePath> STORES = List.of(WorkspacePath.of(".writ/" + STORE));

  /// One line of a file.
  ///
  /// @param anywhere whether the pattern is of a name, at any depth below the base
  private record Rule(
      WorkspacePath base,
      GlobPattern glob,
      boolean anywhere,
      boolean ignores,
      boolean directoriesOnly) {
    /// Whether it is of many names.
    boolean isWild() {
      String pattern = glob.toString();
      String last = pattern.substring(pattern.lastIndexOf('/') + 1);
      return last.indexOf('*') >= 0 || last.indexOf('?') >= 0;
    }

    boolean matches(WorkspacePath path, boolean directory) {
      if (directoriesOnly && !directory) {
        return false;
      }
      if (anywhere) {
        return glob.matchesName(path.name());
      }
      if (!glob.mayEndIn(path.name())) { // most, without a path of its own
        return false;
      }
      int depth = base.segments().size();
      return glob.matches(
          new WorkspacePath(path.segments().subList(depth, path.segments().size())));
    }
  }

  private final List<Rule> rules;

  /// The sources of the rules: rules of the same texts are equal.
  private final List<String> sources;

  private IgnoreRules(List<Rule> rules, List<String> sources) {
    this.rules = rules;
    this.sources = sources;
  }

  /// These rules and those of an ignore file in a directory, for what is below that directory.
  public IgnoreRules with(WorkspacePath directory, String text) {
    List<Rule> more = new ArrayList<>(rules);
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    plain.lines().forEach(line -> rule(directory, line).ifPresent(more::add));
    if (more.size() == rules.size()) {
      return this;
    }
    List<String> from = new ArrayList<>(sources);
    from.add(directory + "\n" + text);
    return new IgnoreRules(more, from);
  }

  /// The first line that looks like a rule and can match nothing; empty where there is none.
  public static Optional<String> idle(String text) {
    return text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith("!"))
        .filter(line -> rule(WorkspacePath.ROOT, line).isEmpty())
        .findFirst();
  }

  private static Optional<Rule> rule(WorkspacePath base, String line) {
    String pattern = withoutFinalBlanks(line);
    if (pattern.startsWith("./") || pattern.isEmpty() || pattern.startsWith("#")) {
      return Optional.empty();
    }
    if (pattern.contains("//") || pattern.contains("/./")) {
      return Optional.empty(); // no path has that, and Git doesn't take it away
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
      String plain = plain(pattern);
      boolean anywhere = !anchored && !plain.contains("/") && !plain.equals("**");
      GlobPattern glob = GlobPattern.of(anchored || anywhere ? plain : "**/" + plain);
      return Optional.of(new Rule(base, glob, anywhere, !negated, directoriesOnly));
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // As in Git, a malformed pattern matches nothing.
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
  ///
  /// @param path below every directory whose rules were added
  public boolean ignored(WorkspacePath path, boolean directory) {
    return path.name().equals(".git")
        || STORES.contains(path)
        || deciding(path, directory).filter(Rule::ignores).isPresent();
  }

  /// Whether a directory is left out by a rule that says its name, not by one of many names.
  ///
  /// @param path below every directory whose rules were added
  public boolean name(WorkspacePath path) {
    return deciding(path, true).filter(rule -> rule.ignores() && !rule.isWild()).isPresent();
  }

  private Optional<Rule> deciding(WorkspacePath path, boolean directory) {
    for (int i = rules.size() - 1; i >= 0; i--) {
      if (rules.get(i).matches(path, directory)) {
        return Optional.of(rules.get(i));
      }
    }
    return Optional.empty();
  }

  /// Whether an entry of that name can be left out, wherever it is: false for most, without a path.
  public boolean mayIgnore(String name) {
    if (name.equals(".git") || name.equals(STORE)) {
      return true;
    }
    for (Rule rule : rules) {
      if (rule.ignores() && rule.glob().mayEndIn(name)) {
        return true;
      }
    }
    return false;
  }

  /// The sources of the rules, for building them again.
  public List<String> sources() {
    return List.copyOf(sources);
  }

  /// The rules that come from there.
  public static IgnoreRules of(List<String> sources) {
    IgnoreRules rules = NONE;
    for (String source : sources) {
      int end = source.indexOf('\n');
      rules = rules.with(WorkspacePath.of(source.substring(0, end)), source.substring(end + 1));
    }
    return rules;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IgnoreRules that && sources.equals(that.sources);
  }

  @Override
  public int hashCode() {
    return sources.hashCode();
  }
}
