// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.workspace.KnownDirectories;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryEntry;
import java.util.ArrayList;
import java.util.List;

/// The directories of the workspace before a view was opened, as far as they are known: one in
/// which a person saved something has the same times as one that they moved into its place and
/// changed there.
final class StandingDirectories {
  private static final String KNOWN = "known";

  private final KnownDirectories known;
  private final KnownDirectories met = new KnownDirectories();

  StandingDirectories(KnownDirectories known) {
    this.known = known;
  }

  /// Those of a view that was kept.
  static StandingDirectories of(Json.Obj note) {
    List<Long> marks = new ArrayList<>();
    for (Json item : note.items(KNOWN)) {
      if (item instanceof Json.Num mark) {
        mark.whole().ifPresent(marks::add);
      }
    }
    return new StandingDirectories(new KnownDirectories(marks));
  }

  /// Whether the directory that is at a place now certainly was there before.
  boolean has(WorkspacePath place, DirectoryEntry now) {
    boolean same = known.has(place, now.stamp().inode());
    if (same) {
      met.add(place, now.stamp().inode());
    }
    return same;
  }

  /// Those that were asked about, for a view that is kept.
  Json.Obj note() {
    List<Json> marks = new ArrayList<>();
    met.marks().forEach(mark -> marks.add(Json.of(mark)));
    return Json.object().put(KNOWN, new Json.Arr(marks)).build();
  }
}
