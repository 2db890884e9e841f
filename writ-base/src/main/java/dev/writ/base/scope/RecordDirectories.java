// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.base.scope;

import java.util.Collections;
import java.util.List;

/// The directories that Writ keeps in a project: its records and its settings. They are of no
/// interest to someone who searches the project.
public final class RecordDirectories {
  /// Their names.
  public static final List<String> NAMES = List.of(".orchestration", ".writ");

  /// The store of what was in files before, those that hold secrets among them: nobody but Writ
  /// reads it.
  public static final WorkspacePath STORE = WorkspacePath.of(".writ/objects");

  private RecordDirectories() {}

  /// Whether a place is one of them or lies in one.
  public static boolean hold(WorkspacePath place) {
    return place.segments().stream().anyMatch(NAMES::contains);
  }

  /// Whether a place is in the store of a project: of this one, or of one below it.
  public static boolean isStored(WorkspacePath place) {
    return Collections.indexOfSubList(place.segments(), STORE.segments()) >= 0;
  }
}
