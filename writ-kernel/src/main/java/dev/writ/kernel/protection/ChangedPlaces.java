// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.protection;

import dev.writ.base.scope.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The places of a workspace as they would be after some changes. Names of changed places are
/// folded, as a file system may do.
public final class ChangedPlaces implements PlaceLookup {
  private final PlaceLookup before;
  private final Map<List<String>, PlaceKind> changed = new HashMap<>();

  /// @param before the places without the changes
  public ChangedPlaces(PlaceLookup before) {
    this.before = before;
  }

  /// Something will stand there, and directories above it.
  public void put(WorkspacePath place, PlaceKind kind) {
    List<String> segments = fold(place);
    changed.put(segments, kind);
    for (int above = segments.size() - 1; above > 0 && kind != PlaceKind.NOTHING; above--) {
      // Nothing can stand below a file: a link or a file there is one that is replaced.
      changed.put(segments.subList(0, above), PlaceKind.DIRECTORY);
    }
  }

  @Override
  public PlaceKind at(WorkspacePath place) throws IOException {
    PlaceKind now = changed.get(fold(place));
    return now == null ? before.at(place) : now;
  }

  private static List<String> fold(WorkspacePath place) {
    List<String> folded = new ArrayList<>(place.segments().size());
    for (String segment : place.segments()) {
      folded.add(ObeyedNames.fold(segment));
    }
    return folded;
  }
}
