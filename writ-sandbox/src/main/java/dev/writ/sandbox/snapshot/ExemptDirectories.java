// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The parts that a snapshot omits: files that Git ignores and does not track, declared outputs of
/// programs, the objects of Git, and the data of Writ.
///
/// @param above the rules that hold in the root before its own ignore file
/// @param texts reads ignore files
/// @param tracked knows what Git keeps although a rule ignores it
/// @param outputs names, at any depth, of what programs make
/// @param guarded finds files that are looked at wherever they are, because programs obey them
public record ExemptDirectories(
    IgnoreRules above,
    Texts texts,
    Tracked tracked,
    Set<String> outputs,
    Predicate<WorkspacePath> guarded) {
  /// Directories of the root in which Writ alone writes.
  private static final Set<String> OWN = Set.of(".writ", ".orchestration");

  /// The exceptions that are included, because they determine a model's rights.
  private static final Set<String> RULES =
      Set.of(".writ/project.yaml", ".orchestration/active_intents.yaml");

  private static final String GIT = ".git";

  /// Names of directories that tools fill and people don't.
  private static final Set<String> MADE =
      Set.of(
          "node_modules",
          "target",
          "build",
          "dist",
          "out",
          ".venv",
          "venv",
          ".tox",
          ".nox",
          ".gradle",
          ".next",
          ".nuxt",
          ".angular",
          ".cache",
          "coverage",
          "htmlcov");

  /// Those that people also give to directories of their own.
  private static final Set<String> ALSO_OF_PEOPLE =
      Set.of("build", "dist", "out", "bin", "obj", "coverage");

  /// Names of caches, which any program may fill: by running code of the language, or by a tool.
  private static final Set<String> CACHES =
      Set.of(
          "__pycache__",
          ".pytest_cache",
          ".mypy_cache",
          ".ruff_cache",
          ".nyc_output",
          ".parcel-cache",
          ".turbo");

  /// Where a repository keeps its objects: much data, but in `info` what leads elsewhere.
  private static final String OBJECTS = "objects";

  private static final Set<String> ELSEWHERE = Set.of("alternates", "http-alternates");

  public ExemptDirectories {
    outputs = Set.copyOf(outputs);
  }

  /// Reads small text files of the workspace.
  @FunctionalInterface
  public interface Texts {
    /// The text, where there is a regular file that can be read.
    Optional<String> text(WorkspacePath file);
  }

  /// Knows what Git tracks: equal ones track the same.
  @FunctionalInterface
  public interface Tracked {
    /// Whether it is tracked, or something below it is.
    boolean tracks(WorkspacePath path);

    /// Whether the repository that the workspace's holds around a place tracks it: Git sees only
    /// that one there.
    default boolean tracksWithin(WorkspacePath path) {
      return false;
    }

    /// Whether another repository begins in a directory of the workspace.
    default boolean isRepository(WorkspacePath directory) {
      return false;
    }
  }

  /// Whether a snapshot leaves out an entry. It walks ignored directories and outputs, too, but of
  /// their files it keeps the guarded ones only.
  ///
  /// @param output whether its directory is one of those
  boolean omits(IgnoreRules rules, WorkspacePath path, boolean directory, boolean output) {
    return kept(path)
        || (!directory && (output || ignored(rules, path, false)) && !guarded.test(path));
  }

  /// Whether what a directory holds is left out, unless it is guarded.
  ///
  /// @param output whether the one above is such a directory
  boolean leavesOut(IgnoreRules rules, WorkspacePath directory, boolean output) {
    return !directory.name().equals(GIT) && (output || isOutput(rules, directory, true));
  }

  /// Whether an entry is left out whatever runs.
  boolean skips(IgnoreRules rules, WorkspacePath path, boolean directory) {
    return kept(path) || ignored(rules, path, directory);
  }

  /// Whether a directory is the programs' own: an output, in which nothing is tracked.
  boolean programsOwn(IgnoreRules rules, WorkspacePath directory) {
    return !kept(directory) && isOutput(rules, directory, true);
  }

  /// Whether outputs there are not recorded: Git ignores and does not track it, or it is a cache,
  /// or a directory of a name that packs declare, and nothing in it is tracked.
  public boolean isOutput(IgnoreRules rules, WorkspacePath path, boolean directory) {
    boolean made = directory && (CACHES.contains(path.name()) || outputs.contains(path.name()));
    return !path.segments().contains(GIT)
        && (made || rules.ignored(path, directory))
        && !isTracked(path);
  }

  /// Whether a place lies in a directory that tools make again when it is gone.
  ///
  /// @param rules that hold there
  /// @param repository whether Git keeps the workspace: then it must also ignore that directory,
  ///     by a line that says its name, unless it is a cache; else an ignore file, where people use
  ///     the name, too
  public boolean isMadeAgain(IgnoreRules rules, WorkspacePath path, boolean repository) {
    List<String> names = path.segments();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (CACHES.contains(name)) {
        return true;
      }
      boolean certain = !repository && !ALSO_OF_PEOPLE.contains(name);
      if ((MADE.contains(name) || outputs.contains(name))
          && (certain || rules.name(new WorkspacePath(names.subList(0, i + 1))))) {
        return true;
      }
    }
    return false;
  }

  private static boolean kept(WorkspacePath path) {
    List<String> names = path.segments();
    int git = names.indexOf(GIT);
    if (git < 0) {
      return names.size() > 1 && OWN.contains(names.getFirst()) && !RULES.contains(path.toString());
    }
    // Of a repository's objects only what leads to objects elsewhere is looked at.
    List<String> below = names.subList(git + 1, names.size());
    if (below.isEmpty() || !below.getFirst().equals(OBJECTS)) {
      return false;
    }
    return switch (below.size()) {
      case 1 -> false;
      case 2 -> !below.get(1).equals("info");
      default -> !ELSEWHERE.contains(below.get(2));
    };
  }

  private boolean ignored(IgnoreRules rules, WorkspacePath path, boolean directory) {
    // Git's patterns are not about repositories themselves.
    return !path.segments().contains(GIT) && rules.ignored(path, directory) && !isTracked(path);
  }

  private boolean isTracked(WorkspacePath path) {
    return tracked.tracks(path) || tracked.tracksWithin(path);
  }

  /// Whether a directory may have rules of its own, as far as its entries say.
  static boolean mayHaveRules(EntryNames names) {
    return names.contains(IgnoreRules.FILE) || names.contains(GIT);
  }

  /// The rules below a directory: those above it end where another repository begins.
  public IgnoreRules rules(IgnoreRules inherited, WorkspacePath directory) {
    boolean anew = !directory.isRoot() && tracked.isRepository(directory);
    IgnoreRules above = anew ? IgnoreRules.NONE : inherited;
    return texts
        .text(directory.child(IgnoreRules.FILE))
        .map(text -> above.with(directory, text))
        .orElse(above);
  }
}
