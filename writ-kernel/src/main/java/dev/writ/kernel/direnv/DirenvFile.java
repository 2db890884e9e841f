// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.direnv;

import dev.writ.kernel.protection.ObeyedNames;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/// What an `.envrc` reads, runs, and puts in front of the search path, as far as its text says it
/// (direnv-stdlib(1)): [DirenvReader] says which words are places. What these files read in their
/// turn is not looked for.
///
/// @param directory where it lies
/// @param places what it names, as absolute paths
/// @param readsSettings whether it reads a `.env`, perhaps one whose name it makes up
public record DirenvFile(Path directory, NamedPlaces places, boolean readsSettings) {
  /// Its name.
  public static final String NAME = ".envrc";

  private static final String SETTINGS = ".env";

  private static final List<String> EXAMPLES = List.of(".example", ".sample", ".template", ".dist");

  /// The places that an `.envrc` names.
  ///
  /// @param files what it may read
  /// @param trees what counts with all that lies below
  /// @param modules directories in which Python looks for modules
  /// @param patterns places of which it names a part
  record NamedPlaces(
      Set<Path> files, Set<Path> trees, Set<Path> modules, Set<PlacePattern> patterns) {
    NamedPlaces {
      files = Set.copyOf(files);
      trees = Set.copyOf(trees);
      modules = Set.copyOf(modules);
      patterns = Set.copyOf(patterns);
    }
  }

  /// Reads one.
  public static DirenvFile of(Path directory, String text) {
    return new DirenvFile(
        directory, new DirenvReader(directory).read(text), text.contains("dotenv"));
  }

  /// The same with the places to which its files and directories lead.
  public DirenvFile with(UnaryOperator<Path> target) {
    NamedPlaces all =
        new NamedPlaces(
            both(places.files, target),
            both(places.trees, target),
            both(places.modules, target),
            places.patterns);
    return new DirenvFile(directory, all, readsSettings);
  }

  private Set<Path> both(Set<Path> places, UnaryOperator<Path> target) {
    Set<Path> both = new HashSet<>(places);
    places.stream().map(target).filter(each -> !directory.startsWith(each)).forEach(both::add);
    return both;
  }

  /// Whether it reads a place, or puts it in front of the search path.
  public boolean names(Path place) {
    return places.files.contains(place)
        || isInTree(place)
        || isModule(place)
        || places.patterns.stream().anyMatch(pattern -> pattern.matches(place))
        || (directory.equals(place.getParent()) && isBeside(place));
  }

  private boolean isInTree(Path place) {
    if (!places.trees.isEmpty()) {
      for (Path at = place; at != null; at = at.getParent()) {
        if (places.trees.contains(at)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether Python may take a place for one of its own modules: a file right there, or the first
  /// of a package.
  private boolean isModule(Path place) {
    Path parent = place.getParent();
    if (places.modules.isEmpty() || parent == null) {
      return false;
    }
    return places.modules.contains(place)
        || places.modules.contains(parent)
        || (String.valueOf(place.getFileName()).startsWith("__init__.")
            && places.modules.contains(parent.getParent()));
  }

  /// Whether a file beside it has a name that it may make up.
  private boolean isBeside(Path place) {
    String name = ObeyedNames.fold(String.valueOf(place.getFileName()));
    return EXAMPLES.stream().noneMatch(name::endsWith)
        && (name.startsWith(NAME + ".")
            || (readsSettings && (name.equals(SETTINGS) || name.startsWith(SETTINGS + "."))));
  }

  /// Whether a place that it names lies below a directory.
  public boolean namesBelow(Path directory) {
    return places.files.stream().anyMatch(file -> isBelow(file, directory))
        || places.trees.stream().anyMatch(tree -> isBelow(tree, directory))
        || places.modules.stream().anyMatch(each -> each.startsWith(directory))
        || places.patterns.stream().anyMatch(each -> each.parent().startsWith(directory))
        || this.directory.startsWith(directory);
  }

  private static boolean isBelow(Path place, Path directory) {
    return place.startsWith(directory) && !place.equals(directory);
  }
}
