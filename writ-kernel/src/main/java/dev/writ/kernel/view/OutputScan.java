// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ClosedPlaces;
import dev.writ.kernel.output.MovedOutputs;
import dev.writ.sandbox.os.DirectoryHandle;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/// Checks whether a new output directory can be moved as a whole: only files, links and
/// directories, nothing that Git could treat as a repository or another program obeys, no file that
/// shares its content with one elsewhere or runs as another user.
final class OutputScan {
  private static final String GIT = ".git";

  /// The entries at the top of a repository (gitrepository-layout(5)).
  private static final List<String> REPOSITORY = List.of("head", "objects", "refs");

  private static final List<String> LINKED = List.of("head", "commondir");

  private final OutputGuard asks;
  private final MovedOutputs moved;
  private final ClosedPlaces closed;
  private long files;

  /// @param asks whether a change of a place has to be judged by itself
  /// @param moved what else has to
  /// @param closed opens what the command closed; there it stays open
  OutputScan(OutputGuard asks, MovedOutputs moved, ClosedPlaces closed) {
    this.closed = closed;
    this.asks = asks;
    this.moved = moved;
  }

  /// How many files are in it; empty where it has to be judged entry by entry.
  ///
  /// @param place where it would stand
  OptionalLong files(DirectoryHandle directory, WorkspacePath place) throws IOException {
    return isPlain(directory, place) ? OptionalLong.of(files) : OptionalLong.empty();
  }

  private boolean isPlain(DirectoryHandle directory, WorkspacePath place) throws IOException {
    if (place.segments().size() > ViewReader.MAX_DEPTH || asks.asks(place, /* link= */ false)) {
      return false;
    }
    Set<String> names = new HashSet<>();
    for (DirectoryEntry entry : directory.entries()) {
      String name = entry.name().toLowerCase(Locale.ROOT);
      names.add(name);
      boolean known = entry.isFile() || entry.isLink() || entry.isDirectory();
      boolean shared = entry.isFile() && entry.links() > 1;
      WorkspacePath path = place.child(entry.name());
      boolean came = entry.isFile() && moved.mayBe(entry.name(), entry.stamp().size());
      if (!known || shared || entry.setsId() || name.equals(GIT) || came) {
        return false;
      }
      if (entry.isDirectory()) {
        var _ = closed.open(directory, entry, path);
        try (DirectoryHandle below = directory.child(entry.name())) {
          if (!isPlain(below, path)) {
            return false;
          }
        }
      } else if (asks.asks(path, entry.isLink())) {
        return false;
      } else {
        files++;
      }
    }
    return !names.containsAll(REPOSITORY) && !names.containsAll(LINKED);
  }
}
