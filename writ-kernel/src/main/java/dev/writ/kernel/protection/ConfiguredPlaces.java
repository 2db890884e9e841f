// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import dev.writ.base.scope.WorkspacePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Places of the workspace that version control obeys because the person's own configuration names
/// them: included files, hooks, drivers, programs.
public final class ConfiguredPlaces {
  private static final List<String> ATTRIBUTES = List.of(".gitattributes");

  private final Map<List<String>, ObeyedName> files = new HashMap<>();
  private final Map<List<String>, ObeyedName> trees = new HashMap<>();
  private Optional<ObeyedName> attributes = Optional.empty();

  /// None yet.
  public ConfiguredPlaces() {}

  /// A file that is named.
  ///
  /// @param by the variable that names it
  /// @param file where the variable stands
  public void addFile(WorkspacePath place, String by, String file) {
    files.putIfAbsent(folded(place.segments()), name(place, by, file));
  }

  /// A directory that is named, with everything below it.
  public void addTree(WorkspacePath place, String by, String file) {
    trees.putIfAbsent(folded(place.segments()), name(place, by, file));
  }

  /// A driver that attributes choose for a path.
  public void addDriver(String by, String file) {
    attributes =
        attributes.or(() -> Optional.of(name(WorkspacePath.of(".gitattributes"), by, file)));
  }

  private static ObeyedName name(WorkspacePath place, String by, String file) {
    return new ObeyedName(ObedienceRule.ASKS, place.toString(), "Git (" + by + ")", file);
  }

  /// The name that makes a place obeyed.
  public Optional<ObeyedName> find(WorkspacePath place) {
    if (files.isEmpty() && trees.isEmpty() && attributes.isEmpty()) {
      return Optional.empty();
    }
    List<String> segments = folded(place.segments());
    ObeyedName file = files.get(segments);
    if (file != null) {
      return Optional.of(file);
    }
    for (int length = 0; length <= segments.size() && !trees.isEmpty(); length++) {
      ObeyedName tree = trees.get(segments.subList(0, length));
      if (tree != null) {
        return Optional.of(tree);
      }
    }
    boolean attributed =
        !segments.isEmpty()
            && segments.subList(segments.size() - 1, segments.size()).equals(ATTRIBUTES);
    return attributed ? attributes : Optional.empty();
  }

  /// Whether a place that is named lies below a directory.
  public boolean holds(WorkspacePath directory) {
    List<String> segments = folded(directory.segments());
    return Stream.concat(files.keySet().stream(), trees.keySet().stream())
        .anyMatch(
            place ->
                place.size() > segments.size()
                    && place.subList(0, segments.size()).equals(segments));
  }

  private static List<String> folded(List<String> segments) {
    List<String> folded = new ArrayList<>(segments.size());
    for (String segment : segments) {
      folded.add(ObeyedNames.fold(segment));
    }
    return folded;
  }
}
